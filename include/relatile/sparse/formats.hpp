// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/expr/recipe.hpp"
#include "relatile/sparse/sparse_array.hpp"
#include "relatile/sparse/structure/format.hpp"

// Matrices in the formats that they are asked for.

namespace relatile {

namespace detail {

/// The same places of which all rows are stored, or those that have entries, in the same blocks: an
/// element for each entry of the one is one of the other. Collective where it is another.
SparsePattern with_stored_rows(const SparsePattern& pattern, bool all);

/// A matrix that is stored by rows, of which all are stored, or those that have entries.
template <class T>
SparseArray<T, 2> with_stored_rows(const SparseArray<T, 2>& s, bool all) {
  if (s.pattern()->has_all_rows() == all) return s;
  return {with_stored_rows(s.pattern(), all), s.values()};
}

/// The matrix by rows. What is made beside columns refers to them, for gradients; of what may
/// outlive them rows are made anew, unless a gradient calls a function.
template <class T>
SparseArray<T, 2> stored_by_rows(const SparseArray<T, 2>& s) {
  const SparseArray<T, 2>* const of = s.held_by_columns();
  if (of == nullptr || RecipesAreKept::now()) return {s.pattern(), s.values()};
  const SparseNodes made = transposed(nodes_as<T>(*of));
  return {made.pattern, Array<T, 1>(made.values)};
}

}  // namespace detail

/// The same matrix in another format: scipy's s.asformat("csc"), s.tocsc() and s.tocsr(). One by
/// columns is stored as the rows of its transpose: products matmul(x, s), columns and sums along
/// axis 0 are then of what sites have, while those of matmul(s, x) are added up between them;
/// what else asks for its entries has its rows made, once, beside its columns. Format::automatic is
/// by rows. docs/sparse.md says what of a matrix has its format. Collective.
///
///   cost    entries are sorted, and sent to the sites of their columns or rows, if the order is
///           another; else a pass over them, or over the counts of rows
template <class T>
SparseArray<T, 2> asformat(const SparseArray<T, 2>& s, Format format,
                           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (detail::is_by_columns(format)) {
    const SparseArray<T, 2>* const of = s.transpose_of();
    const Format of_rows = detail::transposed_format(format);
    if (of != nullptr) return detail::by_columns(asformat(*of, of_rows, line));
    const detail::SparseNodes columns = detail::transposed(detail::nodes_as<T>(s));
    const SparseArray<T, 2> transpose(columns.pattern, Array<T, 1>(columns.values));
    return detail::by_columns(asformat(transpose, of_rows, line));
  }
  const SparseArray<T, 2> rows = detail::stored_by_rows(s);
  if (format != Format::automatic) {
    return detail::with_stored_rows(rows, format == Format::csr);
  }
  return rows;
}

namespace detail {

/// The matrix that was made for a format: one by columns by its transpose's nodes.
template <class T>
SparseArray<T, 2> made_for_format(const SparseNodes& made, Format format, SourceLine line) {
  const SparseArray<T, 2> stored(made.pattern, Array<T, 1>(made.values));
  return asformat(is_by_columns(format) ? by_columns(stored) : stored, format, line);
}

}  // namespace detail

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/impl/formats.hpp"
#endif
