// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/exponential.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "relatile/kernel/factorizations/impl/lu.hpp"
#include "relatile/kernel/factorizations/impl/multiply.hpp"
#include "relatile/kernel/spectral/refusals.hpp"
#include "relatile/kernel/spectral/wide_matrix.hpp"

namespace relatile::kernel {

namespace detail {

/// A matrix and what it is multiplied by, in a sum.
template <class W>
struct Multiple {
  double factor;
  const RowMajor<W>* matrix;
};
/// The sum of multiples of matrices of one shape, and of `unit` times the identity.
template <class W>
RowMajor<W> sum_of_multiples(double unit, std::initializer_list<Multiple<W>> terms) {
  const std::int64_t n = terms.begin()->matrix->rows();
  RowMajor<W> sum(n, n);
  fill(map_of(sum), W(0));
  for (const auto& [factor, matrix] : terms) {
    add_multiple<W>(sum.data(), W(factor), matrix->data(), n * n);
  }
  for (std::int64_t i = 0; i < n; ++i) sum(i, i) += unit;
  return sum;
}
template <class W>
RowMajor<W> product_of_squares(const RowMajor<W>& a, const RowMajor<W>& b) {
  return product<W>(map_of(a), map_of(b));
}

/// x = a^-1 x; a is factored in place.
template <class W>
void solve_general(const RowMajor<W>& a, const RowMajor<W>& x) {
  Pivots pivots(static_cast<std::size_t>(a.rows()));
  const RowsMap<W> lu = map_of(a);
  eliminate_columns<W>(lu, pivots, 0, a.rows());
  eliminate_beside<W>(lu, pivots, map_of(x));
  solve_upper<W>(lu, map_of(x), false);
}

/// exp(A) = q(A)^-1 p(A) for matrices of norm below 5.37.
template <class W>
RowMajor<W> pade13(const RowMajor<W>& a) {
  constexpr std::array b{64764752532480000.,
                         32382376266240000.,
                         7771770303897600.,
                         1187353796428800.,
                         129060195264000.,
                         10559470521600.,
                         670442572800.,
                         33522128640.,
                         1323241920.,
                         40840800.,
                         960960.,
                         16380.,
                         182.,
                         1.};
  const auto c = [&](std::size_t i) { return b[i] / b[0]; };
  const RowMajor<W> a2 = product_of_squares(a, a);
  const RowMajor<W> a4 = product_of_squares(a2, a2);
  const RowMajor<W> a6 = product_of_squares(a4, a2);
  /// c(first) + c(first + 2) a2 + ..., of seven coefficients.
  const auto polynomial = [&](std::size_t first) {
    const RowMajor<W> tail = product_of_squares(
        a6,
        sum_of_multiples<W>(0, {{c(first + 12), &a6}, {c(first + 10), &a4}, {c(first + 8), &a2}}));
    return sum_of_multiples<W>(
        c(first), {{1, &tail}, {c(first + 6), &a6}, {c(first + 4), &a4}, {c(first + 2), &a2}});
  };
  const RowMajor<W> even = polynomial(0);
  const RowMajor<W> odd = product_of_squares(a, polynomial(1));
  RowMajor<W> found = sum_of_multiples<W>(0, {{1, &even}, {1, &odd}});
  solve_general(sum_of_multiples<W>(0, {{1, &even}, {-1, &odd}}), found);
  return found;
}

/// The largest sum of a column's absolute values.
template <class W>
double norm_of_columns(const RowMajor<W>& a) {
  double norm = 0;
  for (std::int64_t j = 0; j < a.cols(); ++j) {
    double sum = 0;
    for (std::int64_t i = 0; i < a.rows(); ++i) sum += std::abs(a(i, j));
    norm = std::max(norm, sum);
  }
  return norm;
}

/// The exponential of finite elements.
template <class W>
RowMajor<W> exponential(const RowMajor<W>& a) {
  const double norm = norm_of_columns(a);
  const int halvings = norm > 5.37 ? int(std::ceil(std::log2(norm / 5.37))) : 0;
  scale(a.data(), W(std::ldexp(1.0, -halvings)), a.rows() * a.cols());
  RowMajor<W> e = pade13(a);
  for (int s = 0; s < halvings; ++s) e = product_of_squares(e, e);
  return e;
}

}  // namespace detail

template <class T>
MatrixKernel exponential_kernel(const std::string& function) {
  return {"expm",
          [function](const MatrixCall& call) {
            auto columns = detail::wide_matrix<T>(call.inputs[0]);
            detail::require_finite(function, columns);
            const auto e = detail::exponential(transpose_of(map_of(columns.as_rows())));
            const RowsMap<T> out = rows_of<T>(call.output);
            for (std::int64_t i = 0; i < out.rows(); ++i) {
              for (std::int64_t j = 0; j < out.cols(); ++j) out(i, j) = static_cast<T>(e(i, j));
            }
          },
          function};
}

}  // namespace relatile::kernel
