// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/io/market_format.hpp"
#include "relatile/sparse/formats.hpp"
#include "relatile/sparse/sparse_array.hpp"

// Sparse matrices in files of the Matrix Market, in coordinate format: a line an entry, which has
// its row and its column, counted from 1, and a number.

namespace relatile {

namespace detail {

/// The matrix in such a file, as elements of the type `element`, its transpose for a format by
/// columns. Collective.
SparseNodes read_market(const std::string& path, ElementType element, Format format);
/// Writes one. Collective.
void write_market(const std::string& path, const SparseNodes& s, const MarketFormat& format);

}  // namespace detail

/// The sparse matrix in a Matrix Market file of the coordinate format, whole where the file has one
/// half of a symmetric, skew-symmetric or hermitian one; ones where it has a pattern; entries at
/// one place are added up. Collective; each site reads and parses a part of the lines. It is stored
/// by rows, unless another format is asked for: mmread_sparse<double>("x.mtx", {.format =
/// Format::csc}).
///
///   errors  IoError; ParseError naming file and line, for an index outside of the matrix as well,
///           and for another number of entries than the file says; Error for a dense matrix (array
///           format), for real numbers as integers and complex ones as real
template <class T>
SparseArray<T, 2> mmread_sparse(const std::string& path, const FormatOption& option = {},
                                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T>, "relatile: mmread_sparse: T is a type of numbers");
  const detail::SparseNodes made = detail::read_market(path, element_type_of<T>(), option.format);
  return detail::made_for_format<T>(made, option.format, line);
}

/// Writes a sparse matrix for the Matrix Market, in coordinate format: mmwrite("x.mtx", s,
/// {.symmetry = "symmetric"}). Numbers have as many digits as it takes to read the same ones, so
/// mmread_sparse gives the same matrix again, NaN apart, of which there is one. Evaluates s;
/// collective: each site writes about equally many entries, and holds their text while it does. As
/// with save the file appears when it is complete.
///
///   errors  IoError; Error for a matrix that has not the symmetry, naming an element
template <class T>
void mmwrite(const std::string& path, const SparseArray<T, 2>& s, const MarketFormat& format = {},
             SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::write_market(path, detail::nodes_as<T>(s), format);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/files/impl/files.hpp"
#endif
