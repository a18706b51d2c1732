// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "relatile/sparse/creation.hpp"

// Sparse matrices of one diagonal. All of these are collective.

namespace relatile {

/// The matrix with the vector x on diagonal `k`, above the main one for k > 0: scipy's diags. By
/// columns it is diags(x, 0, {.format = Format::csc}).
template <ArrayExpression E>
auto diags(const E& x, std::int64_t k = 0, const FormatOption& option = {},
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 1, "relatile: diags takes a vector");
  detail::require_diagonal("diags", k);
  const std::int64_t count = shape_of(x)[0];
  detail::require_sparse_shape("diags", {count, count});
  const std::int64_t extent = count + (k < 0 ? -k : k);
  detail::require_sparse_shape("diags", {extent, extent});
  const auto along = arange<std::int64_t>(count);
  return from_coordinates(along + (k < 0 ? -k : std::int64_t{0}),
                          along + (k > 0 ? k : std::int64_t{0}), x, {extent, extent},
                          {Duplicates::refused, option.format}, line);
}
/// Numbers in braces: diags({1.0, 2.0}).
template <class T, std::size_t K>
  requires(is_scalar_type_v<T>)
SparseArray<T, 2> diags(const T (&numbers)[K], std::int64_t k = 0, const FormatOption& option = {},
                        SourceLine line = SourceLine::current()) {
  return diags(from_span(numbers, {K}, everywhere, line), k, option, line);
}

/// The sparse matrix with ones on diagonal `k`: scipy's eye_array; sparse_eye(n, {.format =
/// Format::csc}).
template <class T = double>
SparseArray<T, 2> sparse_eye(Extent rows, Extent columns, std::int64_t k = 0,
                             const FormatOption& option = {},
                             SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_diagonal("sparse_eye", k);
  const std::int64_t n = rows;
  const std::int64_t m = columns;
  detail::require_sparse_shape("sparse_eye", {n, m});
  const std::int64_t from_row = k < 0 ? -k : 0;
  const std::int64_t from_column = k > 0 ? k : 0;
  const std::int64_t count = std::max<std::int64_t>(std::min(n - from_row, m - from_column), 0);
  const auto along = arange<std::int64_t>(count);
  return from_coordinates(along + from_row, along + from_column, ones<T>({count}), {n, m},
                          {Duplicates::refused, option.format}, line);
}
template <class T = double>
SparseArray<T, 2> sparse_eye(Extent rows, const FormatOption& option = {},
                             SourceLine line = SourceLine::current()) {
  return sparse_eye<T>(rows, rows, 0, option, line);
}

}  // namespace relatile
