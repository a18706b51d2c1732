// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/optim/lbfgs_history.hpp"

namespace relatile::optim::detail {

/// The value of a function somewhere, and inner products of its gradient there.
struct LbfgsPoint {
  double value = 0;
  LbfgsDots dots;
};

/// How a minimisation ended.
struct Outcome {
  double fun = 0;
  int nit = 0;
  int nfev = 0;
  bool converged = false;
};

/// A step length between those that were too short and those that were too long.
class Bracket {
 public:
  explicit Bracket(double first) : step_(first) {}
  double step() const { return step_; }
  /// Whether none was too short yet.
  bool only_long() const { return low_ == 0; }
  /// `rise` is how far above the value where it begins the step led, of a function with `slope`
  /// there: until a step is short enough, the next is where a parabola of these is least.
  void too_long(double rise, double slope) {
    high_ = step_;
    if (low_ > 0) {
      step_ = (low_ + high_) / 2;
      return;
    }
    const double least = -slope * high_ / (2 * (rise - slope * high_));
    step_ = high_ * (std::isfinite(rise) ? std::clamp(least, 1e-3, 0.5) : 0.1);
  }
  /// `slope_there` is the slope where the step led: while none was too long, the next is where a
  /// parabola of both slopes is least.
  void too_short(double slope_there, double slope) {
    low_ = step_;
    const double factor = std::clamp(slope / (slope - slope_there), 2.0, 10.0);
    step_ = !std::isinf(high_)    ? (low_ + high_) / 2
            : slope_there > slope ? factor * low_
                                  : 10 * low_;
  }

 private:
  double step_;
  double low_ = 0;
  double high_ = std::numeric_limits<double>::infinity();
};

/// Whether a step of length t led down far enough, from `value` with a function's `slope` there.
/// Near a minimum values differ by less than they are rounded, while slopes still tell: a step that
/// seems to rise by no more than that falls if it ends about as flat as a parabola's would.
///
///   source  Hager, Zhang: A new conjugate gradient method with guaranteed descent and an efficient
///           line search (SIAM J. Optim. 2005), section 4 (the approximate Wolfe conditions)
inline bool falls(const LbfgsPoint& next, double value, double t, double slope, double rounding) {
  if (next.value <= value + 1e-4 * t * slope + 8 * rounding) return true;
  return next.value <= value + 1000 * rounding && next.dots.gradient_direction <= -0.8 * slope;
}

/// Whether iterations still gain anything: a value that is lower than all before by more than it is
/// rounded, or half of the gradient that was least. Near a minimum both go up and down by rounding
/// for ever, and what is half of the last gradient need not be news.
class Gains {
 public:
  explicit Gains(const LbfgsPoint& at) : value_(at.value), norm_(at.dots.norm) {}
  /// Whether the last `most_without` iterations, of which this is one, gained nothing.
  bool are_over(const LbfgsPoint& now, double eps) {
    const bool lower = now.value < value_ - eps * std::abs(value_);
    const bool flatter = now.dots.norm < norm_ / 2;
    if (lower) value_ = now.value;
    if (flatter) norm_ = now.dots.norm;
    without_ = lower || flatter ? 0 : without_ + 1;
    return without_ >= most_without;
  }

 private:
  static constexpr int most_without = 100;
  double value_;
  double norm_;
  int without_ = 0;
};

/// Minimises by L-BFGS, with steps that meet the weak conditions of Wolfe, but for rounding. A
/// Space has the vectors: start() evaluates where it begins, direct(direction) combines a
/// direction, trial(t) evaluates t steps along it, accept(t, keeps, drops) moves there and keeps
/// the pair, or does not; eps() is the precision of its numbers. One evaluation is one plan.
///
///   source  Lewis, Overton: Nonsmooth optimization via quasi-Newton methods (Math. Program. 2013),
///           section 4 (the line search)
template <class Space>
Outcome run_lbfgs(Space& space, const LbfgsOptions& options) {
  const double eps = space.eps();
  constexpr int most_stalled = 10;
  constexpr int most_shortened = 1000;
  int stalled = 0;
  if (options.memory < 1 || options.max_iter < 0) {
    throw Error("relatile: lbfgs: memory must be 1 at least, max_iter not negative");
  }
  LbfgsHistory history(options.memory);
  LbfgsPoint now = space.start();
  history.begin(now.dots);
  Outcome out{now.value, 0, 1, now.dots.norm <= options.tol};
  Gains gains(now);
  if (!std::isfinite(now.value)) {
    throw Error("relatile: lbfgs: the function is " + std::to_string(now.value) +
                " where it begins; begin where it is finite");
  }
  while (!out.converged && out.nit < options.max_iter) {
    LbfgsDirection direction = history.direction();
    double slope = history.slope(direction);
    if (!(slope < 0)) {
      history.forget();
      space.forget();
      direction = history.direction();
      slope = history.slope(direction);
    }
    space.direct(direction);
    const double length = std::sqrt(now.dots.gradient_gradient);
    Bracket bracket(history.size() == 0 ? std::min(1.0, 1 / length) : 1.0);
    LbfgsPoint next;
    bool found = false;
    double t = 0;
    int shortened = 0;
    for (int trial = 0; trial < options.max_line_search && !found; ++trial) {
      t = bracket.step();
      next = space.trial(t);
      ++out.nfev;
      const double rounding = eps * std::abs(now.value);
      if (!falls(next, now.value, t, slope, rounding)) {
        bracket.too_long(next.value - now.value, slope);
        // Before a function's curvature is known, the first length is a guess: how far it is from
        // the scale of the parameters does not count.
        const bool is_guess = history.size() == 0 && bracket.only_long();
        if (is_guess && t > 0 && ++shortened < most_shortened) --trial;
      } else if (next.dots.gradient_direction < 0.9 * slope) {
        bracket.too_short(next.dots.gradient_direction, slope);
      } else {
        found = true;
      }
    }
    if (!found) break;
    const bool flatter = next.dots.norm < now.dots.norm / 2;
    const bool was_full = history.is_full();
    const bool keeps = history.advance(next.dots, slope, t);
    space.accept(t, keeps, keeps && was_full);
    const double decrease = now.value - next.value;
    const double scale = std::max({std::abs(now.value), std::abs(next.value), 1.0});
    now = std::move(next);
    ++out.nit;
    out.fun = now.value;
    out.converged = now.dots.norm <= options.tol;
    // In a flat valley values stop to fall long before the gradient vanishes.
    stalled = decrease <= eps * scale && !flatter ? stalled + 1 : 0;
    if (stalled == most_stalled || gains.are_over(now, eps)) break;
  }
  return out;
}

}  // namespace relatile::optim::detail
