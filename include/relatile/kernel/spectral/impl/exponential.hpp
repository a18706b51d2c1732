// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/exponential.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
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

/// A and the powers of it that both polynomials are made of.
template <class W>
struct EvenPowers {
  RowMajor<W> a, a2, a4, a6;

  explicit EvenPowers(RowMajor<W> of) : a(std::move(of)) {
    a2 = product_of_squares(a, a);
    a4 = product_of_squares(a2, a2);
    a6 = product_of_squares(a4, a2);
  }
  /// Of A / 2^halvings.
  void halve(int halvings) {
    const auto by = [&](RowMajor<W>& x, int power) {
      scale(x.data(), W(std::ldexp(1.0, -power * halvings)), x.rows() * x.cols());
    };
    by(a, 1);
    by(a2, 2);
    by(a4, 4);
    by(a6, 6);
  }
};

/// exp(A) = q(A)^-1 p(A) where the powers' roots are below 4.25.
template <class W>
RowMajor<W> pade13(const EvenPowers<W>& powers) {
  const RowMajor<W>& a2 = powers.a2;
  const RowMajor<W>& a4 = powers.a4;
  const RowMajor<W>& a6 = powers.a6;
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
  /// c(first) + c(first + 2) a2 + ..., of seven coefficients.
  const auto polynomial = [&](std::size_t first) {
    const RowMajor<W> tail = product_of_squares(
        a6,
        sum_of_multiples<W>(0, {{c(first + 12), &a6}, {c(first + 10), &a4}, {c(first + 8), &a2}}));
    return sum_of_multiples<W>(
        c(first), {{1, &tail}, {c(first + 6), &a6}, {c(first + 4), &a4}, {c(first + 2), &a2}});
  };
  const RowMajor<W> even = polynomial(0);
  const RowMajor<W> odd = product_of_squares(powers.a, polynomial(1));
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

/// log2 of the norm of |A|^count, of which no product is needed but those with a row of ones. The
/// row is kept near 1, since the powers of large numbers are none.
template <class W>
double log2_of_absolute_power(const RowMajor<W>& a, int count) {
  std::vector<double> row(static_cast<std::size_t>(a.rows()), 1.0);
  double log = 0;
  for (int k = 0; k < count; ++k) {
    std::vector<double> next(row.size(), 0.0);
    for (std::int64_t i = 0; i < a.rows(); ++i) {
      for (std::int64_t j = 0; j < a.cols(); ++j) nth(next, j) += nth(row, i) * std::abs(a(i, j));
    }
    const double top = *std::max_element(next.begin(), next.end());
    if (top == 0) return -std::numeric_limits<double>::infinity();
    for (double& x : next) x /= top;
    log += std::log2(top);
    row = std::move(next);
  }
  return log;
}

/// How often A is halved: until the roots of its powers' norms, which may be far below its own
/// norm, are below 4.25, and until the first term of |A| that is left out is below rounding.
template <class W>
int halvings_of(const EvenPowers<W>& powers) {
  const double norm = norm_of_columns(powers.a);
  if (norm == 0) return 0;
  const double root = std::max(std::pow(norm_of_columns(powers.a4), 1 / 4.0),
                               std::pow(norm_of_columns(powers.a6), 1 / 6.0));
  const int halvings = halvings_to(root, 4.25);
  constexpr double log2_of_coefficient = -116.447;  // of 1 / (26 over 13) / 27!
  return halvings + more_halvings(log2_of_absolute_power(powers.a, 27) - std::log2(norm) +
                                      log2_of_coefficient - 26.0 * halvings,
                                  26);
}

/// The exponential of finite elements. Of huge ones, the powers of which are no numbers, the first
/// halvings follow the norm alone.
template <class W>
RowMajor<W> exponential(RowMajor<W> a) {
  const int before = halvings_to(norm_of_columns(a), std::ldexp(1.0, 128));
  scale(a.data(), W(std::ldexp(1.0, -before)), a.rows() * a.cols());
  EvenPowers<W> powers(std::move(a));
  const int halvings = halvings_of(powers);
  powers.halve(halvings);
  RowMajor<W> e = pade13(powers);
  for (int s = 0; s < before + halvings; ++s) e = product_of_squares(e, e);
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
