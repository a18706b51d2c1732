// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/files/entry_lists.hpp"
#include "relatile/sparse/tensors/sparse_tensor.hpp"

// Sparse arrays of other numbers of dimensions than two in FROSTT's files.

namespace relatile {

namespace detail {

/// An array of a file, by the matrix that it is stored as.
struct ReadTensor {
  SparseNodes matrix;
  Extents shape;
};
/// The array of so many axes in a FROSTT file. Collective.
ReadTensor read_tns_tensor(const std::string& path, ElementType element, int axes,
                           const TnsFormat& format);
/// Writes the array of a shape that is stored as a matrix. Collective.
void write_tns_tensor(const std::string& path, const SparseNodes& matrix, const Extents& shape);

}  // namespace detail

/// The array of N dimensions in a FROSTT file (.tns): a line an entry, which has an index along
/// each axis, counted from 1, and a number; '#' begins a comment. read_tns<double, 3>("x.tns"),
/// read_tns<float, 4>("x.tns", {.shape = {n, m, k, l}}). Without a shape axes are as long as
/// entries need, 0 of a file without any. Collective; each site reads and parses a part of the
/// lines. Along the first axis all indices are stored, Format::csr, or those that have entries,
/// dcsr.
///
///   errors  IoError; ParseError naming file and line, for an index outside of the shape and for
///           an array of another number of dimensions as well; ShapeMismatch for a shape of another
///           number of dimensions, for axes after the first that have more than 2^31 - 1 places
///           together, and for several entries at one place, if these are refused
///   cost    4 N bytes an entry, beside what a matrix takes, while lines are parsed
template <class T, int N>
  requires(N != 2)
SparseArray<T, N> read_tns(const std::string& path, const TnsFormat& format = {},
                           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(N >= 1, "relatile: read_tns: sparse arrays have one dimension or more");
  static_assert(detail::is_number_of_lists<T>, "relatile: read_tns: T is a type of real numbers");
  const detail::ReadTensor made = detail::read_tns_tensor(path, element_type_of<T>(), N, format);
  return SparseArray<T, N>(detail::made_for_format<T>(made.matrix, format.format, line),
                           made.shape);
}

/// Writes an array as a FROSTT file, as of matrices: entries in row-major order of their places.
///
///   errors  IoError
template <class T, int N>
  requires(N != 2)
void write_tns(const std::string& path, const SparseArray<T, N>& s,
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(detail::is_number_of_lists<T>,
                "relatile: write_tns: FROSTT's files have real numbers");
  detail::write_tns_tensor(path, detail::nodes_as<T>(s.matrix()), s.shape());
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/files/impl/tensor_lists.hpp"
#endif
