// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/factorizations/cholesky.hpp"

#include <cmath>

#include "relatile/core/error.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/kernel/factorizations/impl/multiply.hpp"
#include "relatile/kernel/factorizations/impl/solve_in_place.hpp"

namespace relatile::kernel {
namespace detail {

/// The first pivot that is not positive, or -1. Column after column of L by dots of its rows.
template <class T>
Eigen::Index cholesky_of_small(const RowsMap<T>& a) {
  RowsMap<T> l = a;
  for (Eigen::Index j = 0; j < l.rows(); ++j) {
    const auto row = l.row(j).head(j);
    const real_t<T> pivot = Eigen::numext::real(l(j, j)) - row.squaredNorm();
    if (!(pivot > 0)) return j;
    const real_t<T> root = std::sqrt(pivot);
    l(j, j) = root;
    for (Eigen::Index i = j + 1; i < l.rows(); ++i) {
      l(i, j) = (l(i, j) - row.dot(l.row(i).head(j))) / root;
    }
  }
  return -1;
}

/// What is below c's diagonal, less that of a b, where b is a's adjoint: by halves, of which
/// those beside the diagonal are products.
template <class T>
void subtract_lower(const RowsMap<T>& c, const RowsMap<T>& a, const RowsMap<T>& b) {
  constexpr Eigen::Index smallest_square = 64;
  const Eigen::Index n = c.rows();
  if (n <= smallest_square) return add_product<T>(c, T(-1), a, b);
  const Eigen::Index h = half_of(n);
  const Eigen::Index k = a.cols();
  subtract_lower<T>(part_of(c, 0, 0, h, h), part_of(a, 0, 0, h, k), part_of(b, 0, 0, k, h));
  add_product<T>(part_of(c, h, 0, n - h, h), T(-1), part_of(a, h, 0, n - h, k),
                 part_of(b, 0, 0, k, h));
  subtract_lower<T>(part_of(c, h, h, n - h, n - h), part_of(a, h, 0, n - h, k),
                    part_of(b, 0, h, k, n - h));
}

/// L in place of A's lower half; what is above stays or not.
template <class T>
Eigen::Index cholesky_in_place(const RowsMap<T>& a) {
  const Eigen::Index n = a.rows();
  if (n <= smallest_system) return cholesky_of_small<T>(a);
  const Eigen::Index h = half_of(n);
  const auto corner = part_of(a, 0, 0, h, h);
  const auto below = part_of(a, h, 0, n - h, h);
  const auto rest = part_of(a, h, h, n - h, n - h);
  const Eigen::Index bad = cholesky_in_place<T>(corner);
  if (bad >= 0) return bad;
  RowMajor<T> upper = corner.adjoint();
  solve_upper_from_right<T>(map_of(upper), below, false);
  RowMajor<T> turned = below.adjoint();
  subtract_lower<T>(rest, below, map_of(turned));
  const Eigen::Index later = cholesky_in_place<T>(rest);
  return later < 0 ? later : h + later;
}

}  // namespace detail

template <class T>
MatrixKernel cholesky_kernel(const std::string& function, std::int64_t first) {
  return {"cholesky",
          [function, first](const MatrixCall& call) {
            RowsMap<T> l = rows_of<T>(call.output);
            copy_matrix<T>(call.inputs[0], l);
            const Eigen::Index bad = detail::cholesky_in_place<T>(l);
            if (bad >= 0) {
              throw Error("relatile: " + function +
                          ": the matrix is not positive definite: pivot " +
                          std::to_string(first + bad) + " is not above zero");
            }
            l.template triangularView<Eigen::StrictlyUpper>().setZero();
          },
          function + ' ' + std::to_string(first)};
}

}  // namespace relatile::kernel
