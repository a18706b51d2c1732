// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/optim/minimise_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace relatile::optim::detail {

inline double product_of(const Numbers& a, const Numbers& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
inline double largest_of(const Numbers& a) {
  double largest = 0;
  for (const double number : a) {
    if (std::isnan(number)) return number;
    largest = std::max(largest, std::abs(number));
  }
  return largest;
}
inline Numbers moved(const Numbers& x, const Numbers& along, double t) {
  Numbers to = x;
  for (std::size_t i = 0; i < x.size(); ++i) to[i] += t * along[i];
  return to;
}

/// The vectors of L-BFGS on every rank, in the coordinates of a metric about where it begins.
class SpaceOfNumbers {
 public:
  SpaceOfNumbers(const ValueAndGradient& f, const Numbers& begin, const Metric& metric)
      : f_(f), begin_(begin), metric_(metric), x_(begin.size(), 0) {}

  LbfgsPoint start() {
    LbfgsPoint point = evaluated(x_);
    gradient_ = next_gradient_;
    return point;
  }
  void direct(const LbfgsDirection& along) {
    direction_.assign(x_.size(), 0);
    for (std::size_t k = 0; k < s_.size(); ++k) {
      direction_ = moved(moved(direction_, s_[k], along.s[k]), y_[k], along.y[k]);
    }
    direction_ = moved(direction_, gradient_, along.gradient);
  }
  LbfgsPoint trial(double t) {
    LbfgsPoint point = evaluated(moved(x_, direction_, t));
    const Numbers change = moved(next_gradient_, gradient_, -1);
    LbfgsDots& dots = point.dots;
    for (std::size_t k = 0; k < s_.size(); ++k) {
      dots.gradient_s.push_back(product_of(next_gradient_, s_[k]));
      dots.gradient_y.push_back(product_of(next_gradient_, y_[k]));
      dots.direction_y.push_back(product_of(direction_, y_[k]));
    }
    dots.gradient_direction = product_of(next_gradient_, direction_);
    dots.gradient_change = product_of(next_gradient_, change);
    dots.change_change = product_of(change, change);
    return point;
  }
  void accept(double t, bool keeps, bool drops) {
    if (keeps) {
      s_.push_back(moved(Numbers(x_.size(), 0), direction_, t));
      y_.push_back(moved(next_gradient_, gradient_, -1));
    }
    if (drops) {
      s_.erase(s_.begin());
      y_.erase(y_.begin());
    }
    x_ = moved(x_, direction_, t);
    gradient_ = next_gradient_;
  }
  void forget() {
    s_.clear();
    y_.clear();
  }
  Numbers x() const { return own(x_); }
  static double eps() { return std::numeric_limits<double>::epsilon(); }

 private:
  Numbers own(const Numbers& x) const { return moved(begin_, metric_.own(x), 1); }
  LbfgsPoint evaluated(const Numbers& x) {
    Numbers at = f_(own(x));
    LbfgsPoint point;
    point.value = at.front();
    at.erase(at.begin());
    point.dots.norm = largest_of(at);
    next_gradient_ = metric_.gradient(at);
    point.dots.gradient_gradient = product_of(next_gradient_, next_gradient_);
    return point;
  }

  const ValueAndGradient& f_;
  const Numbers& begin_;
  const Metric& metric_;
  Numbers x_;
  Numbers gradient_;
  Numbers next_gradient_;
  Numbers direction_;
  std::vector<Numbers> s_;
  std::vector<Numbers> y_;
};

RELATILE_INLINE NumbersOutcome lbfgs_of_numbers(const ValueAndGradient& f, Numbers x,
                                                const LbfgsOptions& options, const Metric& metric) {
  SpaceOfNumbers space(f, x, metric);
  const Outcome outcome = run_lbfgs(space, options);
  return {outcome, space.x()};
}

RELATILE_INLINE NumbersOutcome descent_of_numbers(const ValueAndGradient& f, Numbers x, double tol,
                                                  int max_iter) {
  constexpr std::size_t remembered = 10;
  Numbers at = f(x);
  NumbersOutcome out{{at[0], 0, 1, false}, x};
  Numbers gradient(at.begin() + 1, at.end());
  Numbers values{at[0]};
  double step = 1 / std::max(1.0, std::sqrt(product_of(gradient, gradient)));
  while (largest_of(gradient) > tol && out.nit < max_iter) {
    const double squares = product_of(gradient, gradient);
    const double highest = *std::max_element(values.begin(), values.end());
    Numbers next;
    double t = step;
    bool found = false;
    for (int trial = 0; trial < 40 && !found; ++trial, t *= found ? 1 : 0.5) {
      next = f(moved(x, gradient, -t));
      ++out.nfev;
      found = next[0] <= highest - 1e-4 * t * squares;
    }
    if (!found) break;
    x = moved(x, gradient, -t);
    const Numbers after(next.begin() + 1, next.end());
    const double curvature = -t * (product_of(after, gradient) - squares);
    step = curvature > 0 ? t * t * squares / curvature : 2 * t;
    gradient = after;
    values.push_back(next[0]);
    if (values.size() > remembered) values.erase(values.begin());
    ++out.nit;
    out.fun = next[0];
  }
  out.converged = largest_of(gradient) <= tol;
  out.x = std::move(x);
  return out;
}

RELATILE_INLINE NumbersOutcome newton_of_numbers(const ValueAndHessian& f, const SolveSystem& solve,
                                                 Numbers x, double tol, int max_iter) {
  constexpr double eps = std::numeric_limits<double>::epsilon();
  Quadratic at = f(x);
  NumbersOutcome out{{at.value, 0, 1, false}, x};
  while (largest_of(at.gradient) > tol && out.nit < max_iter) {
    const Numbers step = solve(at.hessian, at.gradient);
    const double slope = product_of(step, at.gradient);
    double t = 1;
    bool found = false;
    Quadratic next;
    for (int trial = 0; trial < 40 && !found; ++trial, t *= found ? 1 : 0.5) {
      next = f(moved(x, step, -t));
      ++out.nfev;
      found = next.value <= at.value - 1e-4 * t * slope + 8 * eps * std::abs(at.value);
    }
    if (!found) break;
    x = moved(x, step, -t);
    at = std::move(next);
    ++out.nit;
    out.fun = at.value;
  }
  out.converged = largest_of(at.gradient) <= tol;
  out.x = std::move(x);
  return out;
}

}  // namespace relatile::optim::detail
