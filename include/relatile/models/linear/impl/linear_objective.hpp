// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/linear/linear_objective.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/einsum/einsum.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/models/row_blocks.hpp"
#include "relatile/models/scores.hpp"

namespace relatile::models::detail {

/// A loss and its derivatives of all rows, as expressions.
struct LossArrays {
  Vector value;
  Vector slope;
  Vector curvature;
};

inline LossArrays loss_arrays(kernel::Loss loss, const Vector& eta, const Vector& y,
                              kernel::Curvature which) {
  switch (loss) {
    case kernel::Loss::squared: return {square(eta - y) / 2.0, eta - y, ones({eta.shape(0)})};
    case kernel::Loss::logistic: {
      const Vector p = logistic(eta);
      return {logaddexp(eta, 0.0) - y * eta, p - y, p * logistic(-eta)};
    }
    case kernel::Loss::poisson: {
      const Vector mean = exp(eta);
      return {mean - y * eta, mean - y, mean};
    }
    case kernel::Loss::exponential: {
      const Vector ratio = y * exp(-eta);
      const Vector curvature = which == kernel::Curvature::expected ? ones({eta.shape(0)}) : ratio;
      return {ratio + eta, 1.0 - ratio, curvature};
    }
    case kernel::Loss::squared_hinge: break;
  }
  const Vector sign = 2.0 * y - 1.0;
  const Vector missed = maximum(1.0 - sign * eta, 0.0);
  return {square(missed), -2.0 * sign * missed, where(missed > 0.0, 2.0, 0.0)};
}

RELATILE_INLINE LinearObjective::LinearObjective(Features x, Vector y, RowWeights weights,
                                                 const LinearTerms& terms)
    : x_(std::move(x)), y_(std::move(y)), weights_(std::move(weights)), terms_(terms) {}

/// What kernels on rows read: features, targets, parameters, and weights if there are any.
inline std::vector<RowOperand> row_operands(const Features& x, tra::NodePtr y, const Numbers& w,
                                            const RowWeights& weights) {
  std::vector<RowOperand> all{{x.dense().node()}, {std::move(y)}, {vector_of(w).node(), false}};
  if (weights.each()) all.push_back({weights.each()->node()});
  return all;
}

inline Numbers means_of_columns(const Features& x, const RowWeights& weights,
                                const LinearTerms& terms) {
  if (!terms.fit_intercept || terms.penalise_intercept) return {};
  return numbers_of({weights.column_sums(x) / weights.total()});
}
RELATILE_INLINE Numbers LinearObjective::means() const {
  return means_of_columns(x_, weights_, terms_);
}
RELATILE_INLINE double LinearObjective::at_zero() const {
  const LossArrays at = loss_arrays(terms_.loss, zeros({y_.shape(0)}), y_, kernel::Curvature::none);
  return terms_.factor * item(sum(weights_.times(at.value)));
}

RELATILE_INLINE Numbers LinearObjective::sums_of_sparse(const Numbers& w,
                                                        kernel::Curvature curvature) const {
  const Vector weights = vector_of(Numbers(w.begin(), w.end() - 1));
  const Vector eta = times(x_, weights) + w.back();
  const LossArrays at = loss_arrays(terms_.loss, eta, y_, curvature);
  const Vector slope = weights_.times(at.slope);
  std::vector<Vector> parts{flat(as_array(sum(weights_.times(at.value)))),
                            transposed_times(x_, slope), flat(as_array(sum(slope)))};
  if (curvature != kernel::Curvature::none) {
    const Vector curved = weights_.times(at.curvature);
    parts.push_back(transposed_times(x_, curved));
    parts.push_back(flat(as_array(sum(curved))));
    parts.push_back(flat(weighted_gram(x_, curved)));
  }
  return numbers_of(parts);
}

RELATILE_INLINE Numbers LinearObjective::sums(const Numbers& w, kernel::Curvature curvature) const {
  if (x_.is_sparse()) return sums_of_sparse(w, curvature);
  const std::int64_t d = x_.columns();
  const std::int64_t flops = 4 * d + 40 + (curvature == kernel::Curvature::none ? 0 : d * d);
  return to_vector(sums_over_rows(x_.rows(), row_operands(x_, y_.node(), w, weights_),
                                  kernel::loss_sums(terms_.loss, curvature),
                                  kernel::size_of_loss_sums(d, curvature), flops));
}

RELATILE_INLINE void LinearObjective::add_penalty(const Numbers& w, double& value,
                                                  Numbers& gradient) const {
  const std::size_t d = w.size() - 1;
  value *= terms_.factor;
  for (double& slope : gradient) slope *= terms_.factor;
  const std::size_t penalised = terms_.penalise_intercept ? d + 1 : d;
  for (std::size_t j = 0; j < penalised; ++j) {
    value += terms_.penalty / 2 * w[j] * w[j];
    gradient[j] += terms_.penalty * w[j];
  }
  if (!terms_.fit_intercept) gradient[d] = 0;
}

RELATILE_INLINE Numbers LinearObjective::first(const Numbers& w) const {
  const Numbers all = sums(w, kernel::Curvature::none);
  double value = all[0];
  Numbers gradient(all.begin() + 1, all.end());
  add_penalty(w, value, gradient);
  gradient.insert(gradient.begin(), value);
  return gradient;
}

/// The Hessian of weights and an intercept, of sums of curvature times columns and a column of ones
/// (d + 1), then of products of columns (d, d).
inline Numbers bordered_hessian(const LinearTerms& terms, const double* border, std::size_t d) {
  const std::size_t n = d + 1;
  const double* const inner = border + n;
  Numbers hessian(n * n, 0);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) hessian[i * n + j] = terms.factor * inner[i * d + j];
    hessian[i * n + i] += terms.penalty;
    const double beside = terms.fit_intercept ? terms.factor * border[i] : 0;
    hessian[i * n + d] = beside;
    hessian[d * n + i] = beside;
  }
  hessian[d * n + d] = terms.fit_intercept ? terms.factor * border[d] : 1;
  if (terms.penalise_intercept && terms.fit_intercept) hessian[d * n + d] += terms.penalty;
  return hessian;
}

RELATILE_INLINE optim::detail::Quadratic LinearObjective::second(
    const Numbers& w, kernel::Curvature curvature) const {
  const Numbers all = sums(w, curvature);
  const std::size_t n = w.size();
  optim::detail::Quadratic at;
  at.value = all[0];
  at.gradient.assign(all.begin() + 1, all.begin() + 1 + std::ptrdiff_t(n));
  add_penalty(w, at.value, at.gradient);
  at.hessian = bordered_hessian(terms_, all.data() + 1 + n, n - 1);
  return at;
}

inline void evaluate_rows(const Features& x, const tra::NodePtr& y, const RowWeights& weights) {
  x.evaluate();
  Session::current().evaluate({y});
  weights.evaluate();
}
RELATILE_INLINE void LinearObjective::evaluate() const { evaluate_rows(x_, y_.node(), weights_); }

RELATILE_INLINE LinearObjective LinearObjective::of_rows(const Slice& rows, double factor) const {
  LinearTerms terms = terms_;
  terms.factor = factor;
  return {detail::rows_of(x_, rows), y_(rows), weights_.of_rows(rows), terms};
}

RELATILE_INLINE SoftmaxObjective::SoftmaxObjective(Features x, Array<std::int64_t, 1> y,
                                                   RowWeights weights, std::int64_t classes,
                                                   const LinearTerms& terms)
    : x_(std::move(x)),
      y_(std::move(y)),
      weights_(std::move(weights)),
      classes_(classes),
      terms_(terms) {}

RELATILE_INLINE Numbers SoftmaxObjective::means() const {
  return means_of_columns(x_, weights_, terms_);
}
RELATILE_INLINE double SoftmaxObjective::at_zero() const {
  return terms_.factor * weights_.total() * std::log(double(classes_));
}

/// The weights and intercepts of parameters as arrays.
struct SoftmaxParts {
  Matrix weights;     ///< (columns, classes)
  Vector intercepts;  ///< (classes)
};
inline SoftmaxParts parts_of(const Numbers& w, std::int64_t classes, std::int64_t columns) {
  const Matrix all = matrix_of(w, classes, columns + 1);
  return {transpose(all(all_of_axis, slice(0, columns))), all(all_of_axis, columns)};
}
RELATILE_INLINE Numbers SoftmaxObjective::sums_of_sparse(const Numbers& w) const {
  const SoftmaxParts parts = parts_of(w, classes_, x_.columns());
  const Matrix logs = log_softmax(times(x_, parts.weights) + parts.intercepts);
  const Matrix members = one_hot(y_, classes_);
  const Matrix missed = weights_.times(exp(logs) - members);
  const Array<double, 0> value = -sum(weights_.times(logs * members));
  const Matrix gradient = transpose(transposed_times(x_, missed));
  const Numbers all = numbers_of({flat(value), flat(gradient), as_array(sum(missed, 0))});
  const std::size_t d = std::size_t(x_.columns());
  Numbers ordered{all[0]};
  for (std::size_t k = 0; k < std::size_t(classes_); ++k) {
    const auto row = all.begin() + 1 + std::ptrdiff_t(k * d);
    ordered.insert(ordered.end(), row, row + std::ptrdiff_t(d));
    ordered.push_back(all[1 + std::size_t(classes_) * d + k]);
  }
  return ordered;
}

RELATILE_INLINE Numbers SoftmaxObjective::sums(const Numbers& w) const {
  if (x_.is_sparse()) return sums_of_sparse(w);
  const std::int64_t flops = classes_ * (4 * x_.columns() + 30);
  return to_vector(sums_over_rows(x_.rows(), row_operands(x_, y_.node(), w, weights_),
                                  kernel::softmax_sums(classes_), 1 + size(), flops));
}

RELATILE_INLINE Numbers SoftmaxObjective::first(const Numbers& w) const {
  Numbers all = sums(w);
  for (double& number : all) number *= terms_.factor;
  const std::size_t n = std::size_t(x_.columns()) + 1;
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (i % n == n - 1) {
      if (!terms_.fit_intercept) all[i + 1] = 0;
      continue;
    }
    all[0] += terms_.penalty / 2 * w[i] * w[i];
    all[i + 1] += terms_.penalty * w[i];
  }
  return all;
}

RELATILE_INLINE optim::detail::Quadratic SoftmaxObjective::second(const Numbers& w,
                                                                  kernel::Curvature) const {
  optim::detail::Quadratic at;
  const Numbers lower = first(w);
  at.value = lower[0];
  at.gradient.assign(lower.begin() + 1, lower.end());
  // Blocks of classes k and l are x^T diag(p_k (k == l) - p_k p_l) x, x with a column of ones.
  const SoftmaxParts parts = parts_of(w, classes_, x_.columns());
  const Matrix p = exp(log_softmax(times(x_, parts.weights) + parts.intercepts));
  const Matrix dense = x_.is_sparse() ? to_dense(x_.sparse()) : x_.dense();
  const Matrix x = weights_.times_roots(concatenate({dense, as_array(ones({x_.rows(), 1}))}, 1));
  const std::int64_t n = x_.columns() + 1;
  const std::int64_t all = size();
  const Array<double, 3> scaled =
      p(all_of_axis, all_of_axis, newaxis) * x(all_of_axis, newaxis, all_of_axis);
  const Array<double, 3> diagonal = einsum<"nk,ni,nj->kij">(p, x, x);
  const Array<double, 4> products = einsum<"nki,nlj->kilj">(scaled, scaled);
  const Numbers both = numbers_of({ravel(diagonal), ravel(products)});
  at.hessian.assign(both.begin() + std::ptrdiff_t(classes_ * n * n), both.end());
  for (double& number : at.hessian) number *= -terms_.factor;
  for (std::int64_t k = 0; k < classes_; ++k) {
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t row = k * n + i;
      double* const to = at.hessian.data() + row * all + k * n;
      for (std::int64_t j = 0; j < n; ++j) {
        to[j] += terms_.factor * both[std::size_t((k * n + i) * n + j)];
      }
      if (i < n - 1) to[i] += terms_.penalty;
      if (i < n - 1 || terms_.fit_intercept) continue;
      for (std::int64_t j = 0; j < all; ++j) {
        at.hessian[std::size_t(row * all + j)] = j == row ? 1 : 0;
        at.hessian[std::size_t(j * all + row)] = j == row ? 1 : 0;
      }
    }
  }
  return at;
}

RELATILE_INLINE Numbers SoftmaxObjective::block_hessian(const Numbers& w) const {
  const SoftmaxParts parts = parts_of(w, classes_, x_.columns());
  const Matrix p = exp(log_softmax(times(x_, parts.weights) + parts.intercepts));
  const Vector curved = weights_.times((1.0 - sum(square(p), 1)) / double(classes_));
  const Numbers all = numbers_of(
      {transposed_times(x_, curved), flat(as_array(sum(curved))), flat(weighted_gram(x_, curved))});
  return bordered_hessian(terms_, all.data(), std::size_t(x_.columns()));
}

RELATILE_INLINE void SoftmaxObjective::evaluate() const { evaluate_rows(x_, y_.node(), weights_); }

RELATILE_INLINE SoftmaxObjective SoftmaxObjective::of_rows(const Slice& rows, double factor) const {
  LinearTerms terms = terms_;
  terms.factor = factor;
  return {detail::rows_of(x_, rows), y_(rows), weights_.of_rows(rows), classes_, terms};
}

}  // namespace relatile::models::detail
