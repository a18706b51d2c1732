// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/kernel/factorizations/impl/multiply.hpp"
#include "relatile/kernel/factorizations/impl/vectors.hpp"
#include "relatile/kernel/factorizations/row_major.hpp"

// Triangular systems by halves: products of matrices, of which all but the smallest systems
// consist, are what libraries are fastest at.

namespace relatile::kernel::detail {

/// A diagonal element that can't be divided by, counted from the whole matrix' first.
[[noreturn]] inline void refuse_zero_pivot(const std::string& function, std::int64_t place) {
  throw Error("relatile: " + function + ": the matrix is singular: pivot " + std::to_string(place) +
              " is zero");
}

/// A system of no more unknowns is solved row by row.
inline constexpr std::int64_t smallest_system = 16;

/// Where a triangle is cut in two: at a multiple of 8, about in the middle.
inline std::int64_t half_of(std::int64_t n) { return (n / 2 + 7) / 8 * 8; }

/// x of a x = b, which x holds before; a is lower triangular.
template <class T>
void solve_lower(const RowsMap<T>& a, const RowsMap<T>& x, bool unit) {
  const std::int64_t n = a.rows();
  if (n <= smallest_system) {
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int64_t j = 0; j < i; ++j) add_multiple<T>(x.row(i), -a(i, j), x.row(j), x.cols());
      if (!unit) divide_all<T>(x.row(i), a(i, i), x.cols());
    }
    return;
  }
  const std::int64_t h = half_of(n);
  const auto first = part_of(x, 0, 0, h, x.cols());
  const auto second = part_of(x, h, 0, n - h, x.cols());
  solve_lower<T>(part_of(a, 0, 0, h, h), first, unit);
  add_product<T>(second, T(-1), part_of(a, h, 0, n - h, h), first);
  solve_lower<T>(part_of(a, h, h, n - h, n - h), second, unit);
}

/// The same where a is upper triangular.
template <class T>
void solve_upper(const RowsMap<T>& a, const RowsMap<T>& x, bool unit) {
  const std::int64_t n = a.rows();
  if (n <= smallest_system) {
    for (std::int64_t i = n - 1; i >= 0; --i) {
      for (std::int64_t j = i + 1; j < n; ++j) {
        add_multiple<T>(x.row(i), -a(i, j), x.row(j), x.cols());
      }
      if (!unit) divide_all<T>(x.row(i), a(i, i), x.cols());
    }
    return;
  }
  const std::int64_t h = half_of(n);
  const auto first = part_of(x, 0, 0, h, x.cols());
  const auto second = part_of(x, h, 0, n - h, x.cols());
  solve_upper<T>(part_of(a, h, h, n - h, n - h), second, unit);
  add_product<T>(first, T(-1), part_of(a, 0, h, h, n - h), second);
  solve_upper<T>(part_of(a, 0, 0, h, h), first, unit);
}

/// x of x a = b; a is upper triangular. Of few unknowns each row of x is a system of its own, so
/// they are solved side by side, transposed.
template <class T>
void solve_upper_from_right(const RowsMap<T>& a, const RowsMap<T>& x, bool unit) {
  constexpr std::int64_t strip = 256;
  const std::int64_t n = a.rows();
  if (n <= smallest_system) {
    const RowMajor<T> lower = transpose_of(a);
    for (std::int64_t begin = 0; begin < x.rows(); begin += strip) {
      const auto rows = part_of(x, begin, 0, std::min(strip, x.rows() - begin), n);
      const RowMajor<T> turned = transpose_of(rows);
      solve_lower<T>(map_of(lower), map_of(turned), unit);
      copy_transposed(turned, rows);
    }
    return;
  }
  const std::int64_t h = half_of(n);
  const auto first = part_of(x, 0, 0, x.rows(), h);
  const auto second = part_of(x, 0, h, x.rows(), n - h);
  solve_upper_from_right<T>(part_of(a, 0, 0, h, h), first, unit);
  add_product<T>(second, T(-1), first, part_of(a, 0, h, h, n - h));
  solve_upper_from_right<T>(part_of(a, h, h, n - h, n - h), second, unit);
}

/// The same where a is lower triangular.
template <class T>
void solve_lower_from_right(const RowsMap<T>& a, const RowsMap<T>& x, bool unit) {
  constexpr std::int64_t strip = 256;
  const std::int64_t n = a.rows();
  if (n <= smallest_system) {
    const RowMajor<T> upper = transpose_of(a);
    for (std::int64_t begin = 0; begin < x.rows(); begin += strip) {
      const auto rows = part_of(x, begin, 0, std::min(strip, x.rows() - begin), n);
      const RowMajor<T> turned = transpose_of(rows);
      solve_upper<T>(map_of(upper), map_of(turned), unit);
      copy_transposed(turned, rows);
    }
    return;
  }
  const std::int64_t h = half_of(n);
  const auto first = part_of(x, 0, 0, x.rows(), h);
  const auto second = part_of(x, 0, h, x.rows(), n - h);
  solve_lower_from_right<T>(part_of(a, h, h, n - h, n - h), second, unit);
  add_product<T>(first, T(-1), second, part_of(a, h, 0, n - h, h));
  solve_lower_from_right<T>(part_of(a, 0, 0, h, h), first, unit);
}

}  // namespace relatile::kernel::detail
