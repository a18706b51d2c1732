// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/factorizations/triangular.hpp"

#include "relatile/kernel/factorizations/impl/solve_in_place.hpp"

namespace relatile::kernel {
namespace detail {

/// The half of op(A) that is its triangle, row by row, and zeros.
template <class T>
RowMajor<T> triangle_of(const MatrixRef& a, const TriangularSystem& system) {
  RowMajor<T> triangle(a.rows, a.rows);
  const RowsMap<T> to = map_of(triangle);
  fill(to, T(0));
  for (std::int64_t i = 0; i < a.rows; ++i) {
    const std::int64_t begin = system.lower ? 0 : i;
    const std::int64_t end = system.lower ? i + 1 : a.rows;
    for (std::int64_t j = begin; j < end; ++j) to(i, j) = element_of<T>(a, i, j);
  }
  if (system.applied == Applied::transposed) return transpose_of(to);
  if (system.applied == Applied::adjoint) return adjoint_of(to);
  return triangle;
}

template <class T>
void require_no_zero(const RowMajor<T>& triangle, const TriangularSystem& system) {
  for (std::int64_t i = 0; i < triangle.rows() && !system.unit; ++i) {
    if (triangle(i, i) == T(0)) refuse_zero_pivot(system.function, system.first + i);
  }
}

template <class T>
void solve_triangular(const MatrixCall& call, const TriangularSystem& system) {
  const RowMajor<T> triangle = triangle_of<T>(call.inputs[0], system);
  require_no_zero(triangle, system);
  const RowsMap<T> x = rows_of<T>(call.output);
  copy_matrix<T>(call.inputs[1], x);
  const bool lower = system.lower == (system.applied == Applied::plain);
  const RowsMap<T> a = map_of(triangle);
  if (system.from_right) {
    lower ? solve_lower_from_right<T>(a, x, system.unit)
          : solve_upper_from_right<T>(a, x, system.unit);
  } else {
    lower ? solve_lower<T>(a, x, system.unit) : solve_upper<T>(a, x, system.unit);
  }
}

}  // namespace detail

template <class T>
MatrixKernel solve_triangular_kernel(const TriangularSystem& system) {
  std::string parameters = system.function;
  for (const bool given : {system.lower, system.unit, system.from_right}) {
    parameters += given ? '1' : '0';
  }
  parameters += std::to_string(int(system.applied)) + ' ' + std::to_string(system.first);
  return {"solve_triangular",
          [system](const MatrixCall& call) { detail::solve_triangular<T>(call, system); },
          std::move(parameters)};
}

}  // namespace relatile::kernel
