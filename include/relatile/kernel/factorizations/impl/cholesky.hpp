// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/factorizations/cholesky.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/kernel/factorizations/impl/multiply.hpp"
#include "relatile/kernel/factorizations/impl/solve_in_place.hpp"

namespace relatile::kernel {
namespace detail {

/// The first pivot that is not positive, or -1. Column after column of L by dots of its rows.
template <class T>
std::int64_t cholesky_of_small(const RowsMap<T>& a) {
  for (std::int64_t j = 0; j < a.rows(); ++j) {
    const real_t<T> pivot = std::real(a(j, j)) - squared_norm(a.row(j), j);
    if (!(pivot > 0)) return j;
    const real_t<T> root = std::sqrt(pivot);
    a(j, j) = root;
    std::array<T, smallest_system> known;  // apart, since what was just written is slow to read
    for (std::int64_t i = j + 1; i < a.rows(); ++i) {
      nth(known, i) = conjugate_dot(a.row(j), a.row(i), j);
    }
    for (std::int64_t i = j + 1; i < a.rows(); ++i) a(i, j) = (a(i, j) - nth(known, i)) / root;
  }
  return -1;
}

/// What is below c's diagonal, less that of a b, where b is a's adjoint: by halves, of which
/// those beside the diagonal are products.
template <class T>
void subtract_lower(const RowsMap<T>& c, const RowsMap<T>& a, const RowsMap<T>& b) {
  constexpr std::int64_t smallest_square = 64;
  const std::int64_t n = c.rows();
  if (n <= smallest_square) return add_product<T>(c, T(-1), a, b);
  const std::int64_t h = half_of(n);
  const std::int64_t k = a.cols();
  subtract_lower<T>(part_of(c, 0, 0, h, h), part_of(a, 0, 0, h, k), part_of(b, 0, 0, k, h));
  add_product<T>(part_of(c, h, 0, n - h, h), T(-1), part_of(a, h, 0, n - h, k),
                 part_of(b, 0, 0, k, h));
  subtract_lower<T>(part_of(c, h, h, n - h, n - h), part_of(a, h, 0, n - h, k),
                    part_of(b, 0, h, k, n - h));
}

/// L in place of A's lower half; what is above stays or not.
template <class T>
std::int64_t cholesky_in_place(const RowsMap<T>& a) {
  const std::int64_t n = a.rows();
  if (n <= smallest_system) return cholesky_of_small<T>(a);
  const std::int64_t h = half_of(n);
  const auto corner = part_of(a, 0, 0, h, h);
  const auto below = part_of(a, h, 0, n - h, h);
  const auto rest = part_of(a, h, h, n - h, n - h);
  const std::int64_t bad = cholesky_in_place<T>(corner);
  if (bad >= 0) return bad;
  const RowMajor<T> upper = adjoint_of(corner);
  solve_upper_from_right<T>(map_of(upper), below, false);
  const RowMajor<T> turned = adjoint_of(below);
  subtract_lower<T>(rest, below, map_of(turned));
  const std::int64_t later = cholesky_in_place<T>(rest);
  return later < 0 ? later : h + later;
}

}  // namespace detail

template <class T>
MatrixKernel cholesky_kernel(const std::string& function, std::int64_t first) {
  return {"cholesky",
          [function, first](const MatrixCall& call) {
            const RowsMap<T> l = rows_of<T>(call.output);
            copy_matrix<T>(call.inputs[0], l);
            const std::int64_t bad = detail::cholesky_in_place<T>(l);
            if (bad >= 0) {
              throw Error("relatile: " + function +
                          ": the matrix is not positive definite: pivot " +
                          std::to_string(first + bad) + " is not above zero");
            }
            clear_above(l);
          },
          function + ' ' + std::to_string(first)};
}

template <class T>
MatrixKernel subtract_products_kernel(std::size_t products) {
  return {"subtract_products",
          [products](const MatrixCall& call) {
            const RowsMap<T> c = rows_of<T>(call.output);
            copy_matrix<T>(call.inputs[2 * products], c);
            if (c.rows() == 0) return;
            for (std::size_t i = 0; i < products; ++i) {
              detail::multiply_add_by_adjoint<T>(c, T(-1), rows_of<T>(call.inputs[2 * i]),
                                                 rows_of<T>(call.inputs[2 * i + 1]));
            }
          },
          std::to_string(products)};
}

}  // namespace relatile::kernel
