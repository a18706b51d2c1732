// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

#include "relatile/array/parts/compress.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/io/csv.hpp"
#include "relatile/io/matrix_market_text.hpp"
#include "relatile/sparse/creation.hpp"

// Sparse matrices in files of the Matrix Market, in coordinate format: a line an entry, which has
// its row and its column, counted from 1, and a number.

namespace relatile {

namespace detail {

/// What the beginning of such a file says.
struct MarketCoordinates {
  io::MarketHeader header;
  bool is_pattern = false;   ///< without numbers
  std::int64_t entries = 0;  ///< lines
};
/// Reads it, and checks that elements of the type can hold the numbers. Collective.
MarketCoordinates market_coordinates_of(const std::string& path, ElementType element);

/// Throws ParseError unless the file has as many lines as it says.
void require_entries(const std::string& path, std::int64_t expected, std::int64_t found);

/// The matrix of a file's entries, and of those above the diagonal that they stand for.
template <class T>
SparseArray<T, 2> sparse_of_market(const std::string& path, const MarketCoordinates& file,
                                   const Array<std::int64_t, 1>& rows,
                                   const Array<std::int64_t, 1>& columns,
                                   const Array<T, 1>& values) {
  require_entries(path, file.entries, rows.size());
  const io::MarketHeader& header = file.header;
  const Array<std::int64_t, 1> r = rows - std::int64_t{1};
  const Array<std::int64_t, 1> c = columns - std::int64_t{1};
  if (header.symmetry == io::Symmetry::general) {
    return from_coordinates(r, c, values, {header.rows, header.columns}, Duplicates::summed);
  }
  const Array<bool, 1> beside = r != c;
  Array<T, 1> mirrored = compress(beside, values);
  if constexpr (is_complex_v<T>) {
    if (header.symmetry == io::Symmetry::hermitian) mirrored = conj(mirrored);
  }
  if constexpr (!std::is_same_v<T, bool>) {
    if (header.symmetry == io::Symmetry::skew_symmetric) mirrored = -mirrored;
  }
  return from_coordinates(concatenate({r, as_array(compress(beside, c))}),
                          concatenate({c, as_array(compress(beside, r))}),
                          concatenate({values, mirrored}), {header.rows, header.columns},
                          Duplicates::summed);
}

}  // namespace detail

/// The sparse matrix in a Matrix Market file of the coordinate format, whole where the file has one
/// half of a symmetric, skew-symmetric or hermitian one; ones where it has a pattern; entries at
/// one place are added up. Collective; each site reads and parses a part of the lines.
///
///   errors  IoError; ParseError naming file and line, and for another number of entries than the
///           file says; ShapeMismatch for an index outside of the matrix; Error for a dense matrix
///           (array format), for real numbers as integers and complex ones as real
template <class T>
SparseArray<T, 2> mmread_sparse(const std::string& path, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_scalar_type_v<T> && !std::is_same_v<T, bool>,
                "relatile: mmread_sparse: T is a type of numbers");
  const detail::MarketCoordinates file = detail::market_coordinates_of(path, element_type_of<T>());
  const io::CsvFormat lines{
      .delimiter = ' ', .skip_rows = file.header.lines, .comment = '%', .quote = '\0'};
  using Index = std::int64_t;
  if (file.entries == 0) {
    const Array<Index, 1> none = zeros<Index>({0});
    return detail::sparse_of_market<T>(path, file, none, none, zeros<T>({0}));
  }
  if (file.is_pattern) {
    const auto [rows, columns] = load_csv_columns<Index, Index>(path, lines);
    return detail::sparse_of_market<T>(path, file, rows, columns, ones<T>({rows.size()}));
  }
  if constexpr (is_complex_v<T>) {
    using R = real_t<T>;
    if (file.header.field == io::MarketField::complex) {
      const auto [rows, columns, re, im] = load_csv_columns<Index, Index, R, R>(path, lines);
      return detail::sparse_of_market<T>(path, file, rows, columns,
                                         astype<T>(re) + T(0, 1) * astype<T>(im));
    }
    const auto [rows, columns, re] = load_csv_columns<Index, Index, R>(path, lines);
    return detail::sparse_of_market<T>(path, file, rows, columns, astype<T>(re));
  } else {
    const auto [rows, columns, values] = load_csv_columns<Index, Index, T>(path, lines);
    return detail::sparse_of_market<T>(path, file, rows, columns, values);
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/impl/files.hpp"
#endif
