// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/kernel/sparse/order.hpp"
#include "relatile/sparse/formats.hpp"
#include "relatile/sparse/sparse_array.hpp"
#include "relatile/sparse/structure/entries.hpp"

// Sparse matrices from dense ones and from coordinates. All of these are collective.

namespace relatile {

/// What several entries at one place are.
enum class Duplicates {
  summed,   ///< added up, as scipy does
  refused,  ///< a ShapeMismatch
};

/// How from_coordinates is to make a matrix: {.format = Format::csc}.
struct CoordinateOptions {
  Duplicates duplicates = Duplicates::summed;
  Format format = Format::automatic;
};

/// The entries of x that are not 0, or whose absolute values are above `tolerance`; NaN is an
/// entry.
///
///   errors  ShapeMismatch for more than 2^31 - 1 rows or columns
template <ArrayExpression E>
  requires(rank_of<E> == 2)
auto to_sparse(const E& x, double tolerance = 0, const FormatOption& option = {},
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = element_of<E>;
  const Array<T, 2> dense =
      detail::is_by_columns(option.format) ? as_array(transpose(x)) : Array<T, 2>(as_array(x));
  const auto mask = [&]() -> Array<bool, 2> {
    if constexpr (std::is_same_v<T, bool>) {
      return dense;
    } else {
      if (tolerance == 0) return dense != T(0);
      return !(abs(astype<promote_t<T, float>>(dense)) <= tolerance);
    }
  }();
  const detail::SparsePattern pattern = detail::pattern_of_mask(mask.node());
  return detail::made_for_format<T>({pattern, detail::taken_at(pattern, dense.node())},
                                    option.format, line);
}
/// The same: to_sparse(x, {.format = Format::csc}).
template <ArrayExpression E>
  requires(rank_of<E> == 2)
auto to_sparse(const E& x, const FormatOption& option, SourceLine line = SourceLine::current()) {
  return to_sparse(x, 0, option, line);
}

namespace detail {

/// Keys of entries, of which rows and columns are checked. Evaluates.
tra::NodePtr keys_of_coordinates(const char* operation, const Array<std::int64_t, 1>& rows,
                                 const Array<std::int64_t, 1>& columns, std::int64_t values,
                                 const Extents& shape);

/// A vector of entries' indices or values: an array, what has elements in memory on all ranks, or a
/// number, which all of `count` entries have.
template <class V>
auto vector_of_entries(const V& given, std::int64_t count) {
  if constexpr (ArrayExpression<V>) {
    static_assert(rank_of<V> == 1,
                  "relatile: from_coordinates takes three vectors: rows, columns and values");
    return as_array(given);
  } else if constexpr (is_scalar_type_v<V>) {
    return as_array(relatile::full({count}, given));
  } else {
    return from_span(given, {static_cast<std::int64_t>(std::size(given))});
  }
}
template <class V>
concept EntryVector = ArrayExpression<V> || is_scalar_type_v<V> || Contiguous<V>;

}  // namespace detail

/// The matrix of `shape` with values(e) at (rows(e), columns(e)): scipy's coo_array((values, (rows,
/// columns)), shape). The three vectors are arrays, placed in any way, or in the memory of all
/// ranks; a number stands for that many. Entries are in any order. It is stored by rows, unless
/// another format is asked for: from_coordinates(i, j, v, {n, m}, {.format = Format::csc}).
///
///   errors  ShapeMismatch for vectors of different lengths, for indices that are not in the
///           shape, naming the first, and for several entries at one place if these are refused;
///           on all ranks
///   cost    each entry is sent once, 8 + sizeof(T) bytes, if another rank has its row
template <detail::EntryVector R, detail::EntryVector C, detail::EntryVector V>
auto from_coordinates(const R& rows, const C& columns, const V& values, const Extent (&shape)[2],
                      const CoordinateOptions& options, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto row_of = detail::vector_of_entries(rows, 1);
  const auto column_of = detail::vector_of_entries(columns, row_of.size());
  const auto value_of = detail::vector_of_entries(values, row_of.size());
  static_assert(std::is_integral_v<element_of<decltype(row_of)>> &&
                    std::is_integral_v<element_of<decltype(column_of)>>,
                "relatile: from_coordinates: rows and columns are whole numbers");
  using T = canonical_t<element_of<decltype(value_of)>>;
  const Extents extents = detail::require_shape<2>("from_coordinates", detail::to_extents(shape));
  const auto elements = as_array(astype<T>(value_of));
  const tra::NodePtr keys =
      detail::keys_of_coordinates("from_coordinates", astype<std::int64_t>(row_of),
                                  astype<std::int64_t>(column_of), elements.size(), extents);
  const bool is_flipped = detail::is_by_columns(options.format);
  const detail::SparseNodes made = detail::sparse_of_entries(
      "from_coordinates",
      is_flipped ? detail::Entries{{extents[1], extents[0]}, detail::flipped(keys), elements.node()}
                 : detail::Entries{extents, keys, elements.node()},
      options.duplicates == Duplicates::summed ? detail::Equal::summed : detail::Equal::refused,
      kernel::sum_of_equal_keys<T>());
  return detail::made_for_format<T>(made, options.format, line);
}
template <detail::EntryVector R, detail::EntryVector C, detail::EntryVector V>
auto from_coordinates(const R& rows, const C& columns, const V& values, const Extent (&shape)[2],
                      Duplicates duplicates = Duplicates::summed,
                      SourceLine line = SourceLine::current()) {
  return from_coordinates(rows, columns, values, shape, CoordinateOptions{duplicates}, line);
}
/// Entries in braces: from_coordinates({0, 1}, {2, 0}, {1.5, 2.5}, {2, 3}).
template <class V, std::size_t K>
auto from_coordinates(const std::int64_t (&rows)[K], const std::int64_t (&columns)[K],
                      const V (&values)[K], const Extent (&shape)[2],
                      const CoordinateOptions& options = {},
                      SourceLine line = SourceLine::current()) {
  return from_coordinates(std::span(rows), std::span(columns), std::span(values), shape, options,
                          line);
}
/// The same number in all of them, or values that are in no braces: from_coordinates({0, 1}, {2,
/// 0}, 1.0, {2, 3}).
template <detail::EntryVector V, std::size_t K>
auto from_coordinates(const std::int64_t (&rows)[K], const std::int64_t (&columns)[K],
                      const V& values, const Extent (&shape)[2],
                      const CoordinateOptions& options = {},
                      SourceLine line = SourceLine::current()) {
  return from_coordinates(std::span(rows), std::span(columns), values, shape, options, line);
}
/// Of another matrix's shape: from_coordinates(i, j, v, s.shape()).
template <detail::EntryVector R, detail::EntryVector C, detail::EntryVector V>
auto from_coordinates(const R& rows, const C& columns, const V& values, const Shape<2>& shape,
                      const CoordinateOptions& options = {},
                      SourceLine line = SourceLine::current()) {
  return from_coordinates(rows, columns, values, {shape[0], shape[1]}, options, line);
}

namespace detail {

/// Throws ShapeMismatch for a diagonal that no sparse matrix has.
inline void require_diagonal(const char* operation, std::int64_t k) {
  constexpr std::int64_t most = std::int64_t{1} << 31;
  if (k > -most && k < most) return;
  throw ShapeMismatch(std::string("relatile: ") + operation + ": no matrix has a diagonal " +
                      std::to_string(k));
}

}  // namespace detail

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/impl/creation.hpp"
#endif
