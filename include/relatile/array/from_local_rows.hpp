// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include "relatile/array/from_data.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"

namespace relatile {

namespace detail {

/// Rows that ranks have, those of rank 0 first: this one's have the extents `mine`, and `write`
/// puts them into new memory. Collective.
RELATILE_INLINE tra::NodePtr store_rows(ElementType element, const Extents& mine, ElementsOf write,
                                        const void* source);

/// How many rows so many elements make; -1: no whole number, or there are no rows of such a shape.
RELATILE_INLINE std::int64_t rows_of(std::size_t elements, const Extents& row);

}  // namespace detail

/// An array of the rows that ranks have, each its own and however many, those of rank 0 first:
/// this rank's are row-major in `rows`, each of `shape_of_row`. Rows stay with who has them.
/// Collective.
///
///   errors  ShapeMismatch, on every rank, if rows of ranks have different shapes, or a rank has a
///           part of a row or rows of a negative extent
template <class T, std::size_t N>
Array<std::remove_const_t<T>, int(N) + 1> from_local_rows(std::span<T> rows,
                                                          const Extent (&shape_of_row)[N],
                                                          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Element = std::remove_const_t<T>;
  // What is wrong here all ranks are told, once they have met.
  const Extents row = detail::to_extents(shape_of_row);
  Extents mine = Extents::filled(int(N) + 1, 0);
  mine[0] = detail::rows_of(rows.size(), row);
  for (int d = 0; d < int(N); ++d) mine[d + 1] = row[d];
  return Array<Element, int(N) + 1>(
      detail::store_rows(element_type_of<Element>(), mine, &detail::write_span<T>, &rows));
}
/// The same, this rank's elements in a std::vector, a std::array, or what else has them in a row.
template <detail::Contiguous R, std::size_t N>
auto from_local_rows(const R& rows, const Extent (&shape_of_row)[N],
                     SourceLine line = SourceLine::current()) {
  return from_local_rows(detail::span_of(rows), shape_of_row, line);
}
/// A vector of the elements that ranks have, those of rank 0 first.
template <class T>
Array<std::remove_const_t<T>, 1> from_local_rows(std::span<T> elements,
                                                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Element = std::remove_const_t<T>;
  const Extents mine = Extents::filled(1, static_cast<std::int64_t>(elements.size()));
  return Array<Element, 1>(
      detail::store_rows(element_type_of<Element>(), mine, &detail::write_span<T>, &elements));
}
template <detail::Contiguous R>
auto from_local_rows(const R& elements, SourceLine line = SourceLine::current()) {
  return from_local_rows(detail::span_of(elements), line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/from_local_rows.hpp"
#endif
