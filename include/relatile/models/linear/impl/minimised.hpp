// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/linear/minimised.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/kernel/spectral/small_dense.hpp"
#include "relatile/models/linear/about_means.hpp"
#include "relatile/models/options.hpp"
#include "relatile/optim/minibatches.hpp"

namespace relatile::models::detail {

inline Numbers solved(const Numbers& a, const Numbers& b) {
  return kernel::solve_symmetric(a, std::int64_t(b.size()), b).x;
}

/// Stochastic gradient descent with steps that shrink as 1 / sqrt(1 + epoch); what counts is the
/// mean of an epoch's parameters, whose noise is less.
///
///   source  Polyak, Juditsky: Acceleration of stochastic approximation by averaging (SIAM J.
///   Control
///           Optim. 1992)
template <class Objective>
optim::detail::NumbersOutcome by_minibatches(const Objective& objective, const Minimiser& by) {
  const std::int64_t rows = objective.rows();
  Numbers w(std::size_t(objective.size()), 0.0);
  Numbers mean(w.size(), 0.0);
  optim::detail::NumbersOutcome out{{0, 0, 0, false}, w};
  const std::int64_t size = std::min(by.batch_size, rows);
  const double factor = objective.factor() * double(rows) / double(size);
  Numbers before;
  while (out.nit < by.max_iter && !out.converged) {
    const double rate = by.learning_rate / std::sqrt(1.0 + out.nit);
    std::fill(mean.begin(), mean.end(), 0.0);
    std::int64_t steps = 0;
    for (const Slice& batch : optim::minibatches(rows, size, by.seed + std::uint64_t(out.nit))) {
      const Numbers at = objective.of_rows(batch, factor).first(w);
      for (std::size_t i = 0; i < w.size(); ++i) w[i] -= rate * at[i + 1];
      ++steps;
      for (std::size_t i = 0; i < w.size(); ++i) mean[i] += (w[i] - mean[i]) / double(steps);
    }
    out.nfev += int(steps);
    ++out.nit;
    // Steps that are too long lead ever further away.
    const bool lost =
        std::any_of(mean.begin(), mean.end(), [](double number) { return !std::isfinite(number); });
    if (lost) break;
    if (!before.empty()) {
      double moved = 0;
      for (std::size_t i = 0; i < w.size(); ++i)
        moved = std::max(moved, std::abs(mean[i] - before[i]));
      out.converged = moved <= by.tol;
    }
    before = mean;
  }
  out.x = mean;
  out.fun = objective.first(mean)[0];
  return out;
}

/// A function of numbers that keeps what it gave last, since where a solver begins was looked at
/// before.
template <class F>
class KeepingLast {
 public:
  explicit KeepingLast(F f) : f_(std::move(f)) {}
  const auto& operator()(const Numbers& w) const {
    if (!last_ || last_->first != w) last_.emplace(w, f_(w));
    return last_->second;
  }

 private:
  F f_;
  mutable std::optional<std::pair<Numbers, std::invoke_result_t<F, const Numbers&>>> last_;
};

/// Coordinates in which this Hessian of n parameters is the unit matrix. A little more on its
/// diagonal leaves columns that depend on each other a finite length; of one that is no Hessian of
/// a convex function the parameters' own.
inline optim::detail::Metric metric_of(Numbers hessian, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    double& of_column = hessian[i * n + i];
    of_column = of_column > 0 ? of_column * (1 + 1e-9) : 1;
  }
  const Numbers lower = kernel::cholesky_lower(hessian, std::int64_t(n));
  if (lower.empty()) return {};
  return {kernel::inverse_lower(lower, std::int64_t(n)), n};
}

/// Throws where steps along this gradient, after the value, would have infinite lengths: then no
/// step says anything.
inline void require_finite_squares(const char* model, const Numbers& at) {
  require_finite(model, at);
  require_finite(model, {std::inner_product(at.begin() + 1, at.end(), at.begin() + 1, 0.0)});
}

/// A fit of what is convex: where its solver begins, and how it goes on.
///
/// Of many rows every seventeenth, which no calendar repeats, are fitted to first. What they say is
/// as near to what all rows say as these are to the truth, for a seventeenth of the time, and from
/// there on steps are few. L-BFGS of few columns has the Hessian of these rows to begin with.
///
///   source  Byrd, Chin, Neveitt, Nocedal: On the use of stochastic Hessian information in
///           optimization methods for machine learning (SIAM J. Optim. 2011)
template <class Objective>
class ConvexFit {
 public:
  ConvexFit(const char* model, const Objective& objective, const Minimiser& by)
      : model_(model),
        objective_(objective),
        by_(by),
        about_(objective, objective.means()),
        zero_(std::size_t(objective.size()), 0.0) {}

  optim::detail::NumbersOutcome operator()() const {
    optim::detail::NumbersOutcome found =
        by_.solver == "newton" || by_.solver == "irls" ? by_hessians() : by_gradients();
    found.x = about_.own(std::move(found.x));
    return found;
  }

 private:
  bool is_sampled() const {
    return by_.max_iter > 0 && objective_.rows() >= every * 30 * objective_.size();
  }
  Objective sample() const {
    const Slice rows = slice(0, {}, every);
    const std::int64_t count = (objective_.rows() - 1) / every + 1;
    const double share = double(objective_.rows()) / double(count);
    Objective part = objective_.of_rows(rows, objective_.factor() * share);
    part.evaluate();
    return part;
  }

  optim::detail::NumbersOutcome by_hessians() const {
    const auto curvature =
        by_.solver == "irls" ? kernel::Curvature::expected : kernel::Curvature::observed;
    const KeepingLast at([&](const Numbers& w) {
      return about_.second(w,
                           [&](const Numbers& own) { return objective_.second(own, curvature); });
    });
    const Numbers sampled = is_sampled() ? minimised(model_, sample(), by_).x : zero_;
    const Numbers start = begin(sampled, [&](const Numbers& w) { return at(w).value; });
    require_finite(model_, {at(start).value});
    require_finite(model_, at(start).hessian);
    return optim::detail::newton_of_numbers(std::cref(at), &solved, start, by_.tol, by_.max_iter);
  }

  optim::detail::NumbersOutcome by_gradients() const {
    const KeepingLast at([&](const Numbers& w) { return about_.first(w); });
    const Objective part = is_sampled() ? sample() : objective_;
    const Numbers sampled = is_sampled() ? minimised(model_, part, by_).x : zero_;
    const Numbers start = begin(sampled, [&](const Numbers& w) { return at(w)[0]; });
    require_finite_squares(model_, at(start));
    if (by_.solver == "gradient descent") {
      return optim::detail::descent_of_numbers(std::cref(at), start, by_.tol, by_.max_iter);
    }
    return optim::detail::lbfgs_of_numbers(
        std::cref(at), start, {.max_iter = by_.max_iter, .tol = by_.tol}, metric(part, sampled));
  }

  /// The parameters that a sample gave, told about means; 0 if the function is less there, as it
  /// may be if rows that are far from all others are not in the sample.
  template <class Value>
  Numbers begin(const Numbers& sampled, const Value& value) const {
    if (sampled == zero_) return zero_;
    Numbers told = about_.told(sampled);
    return value(told) < objective_.at_zero() ? told : zero_;
  }
  optim::detail::Metric metric(const Objective& part, const Numbers& w) const {
    // Products of so few columns take as long as some evaluations, and spare more.
    constexpr std::int64_t few = 128;
    const auto n = std::size_t(objective_.block_size());
    if (by_.max_iter == 0 || objective_.block_size() > few) return {};
    Numbers hessian = about_.hessian(part.block_hessian(w), n);
    require_finite(model_, hessian);
    return metric_of(std::move(hessian), n);
  }

  static constexpr std::int64_t every = 17;

  const char* model_;
  const Objective& objective_;
  const Minimiser& by_;
  AboutMeans<Objective> about_;
  Numbers zero_;
};

template <class Objective>
optim::detail::NumbersOutcome minimised_by(const char* model, const Objective& objective,
                                           const Minimiser& by) {
  require_count(model, "max_iter", by.max_iter, 0);
  require_count(model, "batch_size", by.batch_size, 1);
  if (by.solver == "sgd") {
    require_finite_squares(model, objective.first(Numbers(std::size_t(objective.size()), 0.0)));
    return by_minibatches(objective, by);
  }
  for (const char* const solver : {"lbfgs", "newton", "irls", "gradient descent"}) {
    if (by.solver == solver) return ConvexFit(model, objective, by)();
  }
  throw Error(std::string("relatile: ") + model + ": there is no solver \"" + by.solver +
              "\"; there are newton, irls, lbfgs, gradient descent and sgd");
}

RELATILE_INLINE optim::detail::NumbersOutcome minimised(const char* model,
                                                        const LinearObjective& objective,
                                                        const Minimiser& by) {
  return minimised_by(model, objective, by);
}
RELATILE_INLINE optim::detail::NumbersOutcome minimised(const char* model,
                                                        const SoftmaxObjective& objective,
                                                        const Minimiser& by) {
  return minimised_by(model, objective, by);
}

}  // namespace relatile::models::detail
