// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/linear/linear_models.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/kernel/spectral/small_dense.hpp"
#include "relatile/linalg/dense/qr.hpp"
#include "relatile/models/centred_products.hpp"
#include "relatile/models/options.hpp"
#include "relatile/models/regression_scores.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"

namespace relatile::models {
namespace detail {

inline double intercept_of(const CentredProducts& of, const Numbers& w) {
  return of.y_mean - std::inner_product(w.begin(), w.end(), of.x_means.begin(), 0.0);
}

/// The same by the triangle of the columns, which has the digits that their products have lost: of
/// columns that nearly depend on each other, and those that do.
inline Numbers least_squares_by_triangle(const Features& x, const Vector& y,
                                         const RowWeights& weights, const CentredProducts& of,
                                         double alpha, bool centred) {
  const auto d = std::size_t(x.columns());
  Numbers varies, lengths;
  for (std::size_t j = 0; j < d; ++j) {
    varies.push_back(of.gram[j * d + j] > 0 ? 1 : 0);
    lengths.push_back(
        std::hypot(std::sqrt(of.gram[j * d + j]), std::sqrt(weights.total()) * of.x_means[j]));
  }
  // What is first a column of ones takes what their rounded means leave in columns.
  const std::size_t first = centred ? 1 : 0;
  const Matrix columns = (x.dense() - vector_of(of.x_means)) * vector_of(varies);
  const Matrix right = (y - of.y_mean)(all_of_axis, newaxis);
  const Matrix all = weights.times_roots(
      concatenate({as_array(ones({x.rows(), std::int64_t(first)})), columns, right}, 1));
  const Numbers triangle = numbers_of({flat(qr(all, "r").r)});
  const std::size_t width = first + d + 1;
  Numbers a, b;
  for (std::size_t row = first; row < triangle.size() / width; ++row) {
    const auto begin = triangle.begin() + std::ptrdiff_t(row * width + first);
    a.insert(a.end(), begin, begin + std::ptrdiff_t(d));
    b.push_back(triangle[(row + 1) * width - 1]);
  }
  for (std::size_t j = 0; alpha > 0 && j < d; ++j) {
    a.resize(a.size() + d, 0.0);
    a[a.size() - d + j] = std::sqrt(alpha);
    b.push_back(0);
  }
  return kernel::solve_least_squares(a, std::int64_t(b.size()), lengths, b);
}

/// What coefficients lack, by the normal equations of what they miss of the data.
inline Numbers correction_of(const Numbers& w, const Numbers& gram, const Features& x,
                             const Vector& y, const RowWeights& weights, const CentredProducts& of,
                             double alpha, bool centred) {
  const std::size_t d = w.size();
  const Vector missed = weights.times(y - (times(x, vector_of(w)) + intercept_of(of, w)));
  Numbers right = numbers_of({transposed_times(x, missed), flat(as_array(sum(missed)))});
  for (std::size_t j = 0; j < d; ++j) {
    if (centred) right[j] -= of.x_means[j] * right.back();
    right[j] -= alpha * w[j];
    if (of.gram[j * d + j] == 0) right[j] = 0;
  }
  right.pop_back();
  return kernel::solve_symmetric(gram, std::int64_t(d), right).x;
}
/// How long coefficients are, in units of what their columns explain.
inline double length_of(const Numbers& w, const Numbers& gram) {
  double squares = 0;
  for (std::size_t j = 0; j < w.size(); ++j) squares += w[j] * w[j] * gram[j * (w.size() + 1)];
  return std::sqrt(squares);
}

/// The normal equations have the square c^2 of the columns' condition c, so that their solution is
/// wrong by c^2 eps, and by c^4 eps^2 once it is corrected. The columns themselves leave c eps, and
/// that is no less up to this 1 / c^2.
inline const double least_for_products = std::pow(std::numeric_limits<double>::epsilon(), 2.0 / 3);

/// The solution of the normal equations, corrected once by what it misses of the data, which
/// restores the digits that products of columns lose; where these have lost more, by the columns
/// themselves, if they are dense. Sparse ones are corrected for as long as that helps.
///
///   source  Bjoerck: Stability analysis of the method of seminormal equations (1987)
inline Numbers least_squares(const Features& x, const Vector& y, const RowWeights& weights,
                             const CentredProducts& of, double alpha, bool centred) {
  const std::int64_t d = x.columns();
  Numbers gram = of.gram;
  for (std::int64_t i = 0; i < d; ++i) gram[std::size_t(i * d + i)] += alpha;
  auto solved = kernel::solve_symmetric(gram, d, of.with_y);
  const bool once = solved.rcond > least_for_products;
  if (!once && !x.is_sparse()) {
    return least_squares_by_triangle(x, y, weights, of, alpha, centred);
  }
  Numbers w = std::move(solved.x);
  double before = std::numeric_limits<double>::infinity();
  for (int left = once || !solved.definite ? 1 : 10; left > 0; --left) {
    const Numbers change = correction_of(w, gram, x, y, weights, of, alpha, centred);
    const double length = length_of(change, gram);
    if (!(length < before / 2)) break;
    before = length;
    for (std::size_t j = 0; j < std::size_t(d); ++j) w[j] += change[j];
  }
  return w;
}

/// A power of two that makes the largest element of x about 1, if all columns are so small that
/// their squares vanish, else 1.
inline double unit_of_tiny(const Features& x, const CentredProducts& of) {
  constexpr double least_square = 1e-280;  // less is near the least number, and has fewer digits
  const auto d = of.with_y.size();
  for (std::size_t j = 0; j < d; ++j) {
    if (of.gram[j * d + j] > least_square) return 1;
  }
  const Vector elements = x.is_sparse() ? x.sparse().values() : flat(x.dense());
  const double largest = elements.size() == 0 ? 0 : item(max(abs(elements)));
  if (largest == 0 || largest > 1e-100) return 1;  // then columns are constant, but for rounding
  return std::exp2(-std::max(std::ilogb(largest), -1000));
}
inline Features scaled(const Features& x, double factor) {
  if (x.is_sparse()) return x.sparse() * factor;
  return as_array(x.dense() * factor);
}

/// Coordinate descent on products of columns.
class CoordinateDescent {
 public:
  CoordinateDescent(const CentredProducts& of, double l1, double l2)
      : of_(of), d_(of.with_y.size()), l1_(l1), l2_(l2), w(d_, 0), gram_w_(d_, 0) {}

  /// One round; the largest change of a coefficient, and the largest of all.
  std::array<double, 2> round() {
    std::array<double, 2> largest{0, 0};
    for (std::size_t j = 0; j < d_; ++j) {
      const double own = of_.gram[j * d_ + j];
      if (own == 0) continue;
      const double before = w[j];
      const double pull = of_.with_y[j] - gram_w_[j] + own * before;
      const double shrunk = std::max(std::abs(pull) - l1_, 0.0) / (own + l2_);
      w[j] = std::copysign(shrunk, pull);
      const double change = w[j] - before;
      if (change != 0) {
        for (std::size_t i = 0; i < d_; ++i) gram_w_[i] += change * of_.gram[j * d_ + i];
      }
      largest = {std::max(largest[0], std::abs(change)), std::max(largest[1], std::abs(w[j]))};
    }
    return largest;
  }

  /// How far the objective is above its minimum at most.
  double gap() const {
    double with_w = 0, squares = 0, lengths = 0, fitted = 0, largest = 0, slopes = 0;
    for (std::size_t j = 0; j < d_; ++j) {
      with_w += of_.with_y[j] * w[j];
      fitted += gram_w_[j] * w[j];
      squares += w[j] * w[j];
      lengths += std::abs(w[j]);
      const double slope = of_.with_y[j] - gram_w_[j] - l2_ * w[j];
      largest = std::max(largest, std::abs(slope));
      slopes += slope * slope;
    }
    if (l1_ == 0) return slopes / (2 * l2_);  // of a strongly convex function
    const double missed = of_.y_squares - 2 * with_w + fitted;
    const double scale = largest > l1_ ? l1_ / largest : 1;
    return (missed + missed * scale * scale) / 2 + l1_ * lengths -
           scale * (of_.y_squares - with_w) + l2_ / 2 * (1 + scale * scale) * squares;
  }

 private:
  const CentredProducts& of_;
  std::size_t d_;
  double l1_;
  double l2_;

 public:
  Numbers w;

 private:
  Numbers gram_w_;
};

}  // namespace detail

RELATILE_INLINE Array<double, 1> LinearModel::predict(const Features& x) const {
  detail::require_columns(name_, x, n_features_in);
  return detail::times(x, coef) + intercept;
}
RELATILE_INLINE double LinearModel::score(const Features& x, const Targets& y,
                                          const SampleWeights& weights) const {
  detail::require_rows(name_, x, y.size());
  const detail::RowWeights each(name_, weights, x.rows());
  return item(detail::r2_score(y.values(), predict(x), each.each()));
}
RELATILE_INLINE void LinearModel::take(const detail::CentredProducts& of,
                                       const detail::Numbers& w) {
  intercept = detail::intercept_of(of, w);
  n_features_in = std::int64_t(w.size());
  coef = detail::vector_of(w);
}
RELATILE_INLINE void LinearModel::fit_least_squares(const Features& x, const Targets& y,
                                                    const SampleWeights& weights, double alpha,
                                                    bool fit_intercept) {
  const detail::RowWeights each(name_, weights, x.rows());
  auto of = detail::centred_products(name_, x, y.values(), each, fit_intercept);
  const double unit = alpha > 0 ? 1 : detail::unit_of_tiny(x, of);
  const Features rows = unit == 1 ? x : detail::scaled(x, unit);
  if (unit != 1) of = detail::centred_products(name_, rows, y.values(), each, fit_intercept);
  detail::Numbers w = detail::least_squares(rows, y.values(), each, of, alpha, fit_intercept);
  for (std::size_t j = 0; j < w.size(); ++j) {
    w[j] *= unit;
    of.x_means[j] /= unit;
  }
  if (unit != 1) detail::require_finite(name_, w);
  take(of, w);
}

RELATILE_INLINE LinearRegression& LinearRegression::fit(const Features& x, const Targets& y,
                                                        const SampleWeights& weights) {
  detail::require_rows(name_, x, y.size());
  fit_least_squares(x, y, weights, 0, options_.fit_intercept);
  return *this;
}

RELATILE_INLINE Ridge& Ridge::fit(const Features& x, const Targets& y,
                                  const SampleWeights& weights) {
  detail::require_rows(name_, x, y.size());
  detail::require_amount(name_, "alpha", options_.alpha);
  fit_least_squares(x, y, weights, options_.alpha, options_.fit_intercept);
  return *this;
}

RELATILE_INLINE ElasticNet& ElasticNet::fit(const Features& x, const Targets& y,
                                            const SampleWeights& weights) {
  detail::require_rows(name_, x, y.size());
  const double alpha = options_.alpha, ratio = options_.l1_ratio;
  detail::require_option(name_, "alpha", alpha, alpha > 0 && std::isfinite(alpha),
                         "above 0, and finite; of 0 take LinearRegression");
  detail::require_option(name_, "l1_ratio", ratio, ratio >= 0 && ratio <= 1, "from 0 to 1");
  detail::require_count(name_, "max_iter", options_.max_iter, 1);
  const detail::RowWeights each(name_, weights, x.rows());
  const auto of = detail::centred_products(name_, x, y.values(), each, options_.fit_intercept);
  const double n = each.total();
  detail::CoordinateDescent descent(of, alpha * ratio * n, alpha * (1 - ratio) * n);
  converged = of.y_squares == 0;
  dual_gap = 0;
  for (n_iter = 0; n_iter < options_.max_iter && !converged;) {
    const auto [change, largest] = descent.round();
    ++n_iter;
    if (largest > 0 && change / largest > options_.tol && n_iter < options_.max_iter) continue;
    const double gap = descent.gap();
    dual_gap = gap / n;
    converged = gap <= options_.tol * of.y_squares;
  }
  take(of, descent.w);
  return *this;
}

}  // namespace relatile::models
