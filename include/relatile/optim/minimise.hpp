// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "relatile/optim/first_order.hpp"
#include "relatile/optim/kept_pairs.hpp"
#include "relatile/optim/parameters.hpp"
#include "relatile/optim/run_lbfgs.hpp"

// Minimisers of functions of one or several arrays. The function is called with the parameters, and
// gives its value and its gradient of each, lazily: std::tuple(value, of_w, of_b). A call and
// everything that the minimiser computes of what it gives are one plan.

namespace relatile::optim {

/// What a minimiser found, by scipy.optimize's names.
template <class P>
struct Minimum {
  P x;                     ///< the parameters: an array, or a tuple as it was given
  double fun = 0;          ///< the value there
  int nit = 0;             ///< iterations
  int nfev = 0;            ///< calls of the function
  bool converged = false;  ///< no component of the gradient is above tol
};

namespace detail {

/// The vectors of L-BFGS as arrays.
template <class F, class P>
class SpaceOfArrays {
 public:
  SpaceOfArrays(const F& f, P x, const LbfgsOptions& options)
      : f_(f), x_(std::move(x)), pairs_(no_pairs(x_, options)) {}

  LbfgsPoint start() {
    next_ = value_and_gradients(f_, x_);
    const auto found =
        numbers_from({next_.value, product_of_arrays(next_.gradients, next_.gradients),
                      largest_of_arrays(next_.gradients)});
    gradient_ = next_.gradients;
    LbfgsPoint point;
    point.value = found[0];
    point.dots.gradient_gradient = found[1];
    point.dots.norm = found[2];
    return point;
  }
  void direct(const LbfgsDirection& along) {
    P down = gradient_;
    for_each_parameter(
        [&](auto& x) {
          using T = element_of<decltype(x)>;
          x = as_array(static_cast<T>(along.gradient) * x);
        },
        down);
    direction_ = std::visit([&](const auto& pairs) { return pairs.added(down, along); }, pairs_);
  }
  LbfgsPoint trial(double t) {
    next_x_ = moved_arrays(x_, direction_, t);
    next_ = value_and_gradients(f_, next_x_);
    const P& g = next_.gradients;
    change_ = moved_arrays(g, gradient_, -1);
    const Array<double, 1> numbers =
        stack<double, 0>({next_.value, product_of_arrays(g, g), largest_of_arrays(g),
                          product_of_arrays(g, direction_), product_of_arrays(g, change_),
                          product_of_arrays(change_, change_)});
    const Array<double, 1> of_pairs =
        std::visit([&](const auto& pairs) { return pairs.dots(g, direction_); }, pairs_);
    const auto found = to_vector(concatenate({numbers, of_pairs}));
    LbfgsPoint point;
    LbfgsDots& dots = point.dots;
    point.value = found[0];
    dots.gradient_gradient = found[1];
    dots.norm = found[2];
    dots.gradient_direction = found[3];
    dots.gradient_change = found[4];
    dots.change_change = found[5];
    std::visit([&](const auto& pairs) { pairs.read(found.data() + 6, dots); }, pairs_);
    return point;
  }
  void accept(double, bool keeps, bool drops) {
    if (keeps) {
      const P step = moved_arrays(next_x_, x_, -1);
      std::visit([&](auto& pairs) { pairs.add(step, change_, drops); }, pairs_);
    }
    x_ = next_x_;
    gradient_ = next_.gradients;
  }
  void forget() {
    std::visit([](auto& pairs) { pairs.clear(); }, pairs_);
  }
  const P& x() const { return x_; }
  double eps() const { return coarsest_epsilon(x_); }

 private:
  const F& f_;
  P x_;
  P gradient_;
  P direction_;
  P next_x_;
  P change_;
  ValueAndGradients<P> next_;
  KeptPairs<P> pairs_;
};

struct FirstOrderLimits {
  int max_iter;
  double tol;
};

/// Steps of an optimiser until the gradient is small.
template <class F, class P, class Optimizer>
Minimum<P> minimise_by_steps(const F& f, const P& start, Optimizer optimizer,
                             const FirstOrderLimits& limits) {
  auto x = as_parameters(start);
  Minimum<P> out{start};
  if constexpr (gives_gradients<F, decltype(x)>()) {
    for (;; ++out.nit) {
      const auto at = value_and_gradients(f, x);
      const auto found = numbers_from({at.value, largest_of_arrays(at.gradients)});
      ++out.nfev;
      out.fun = found[0];
      out.converged = found[1] <= limits.tol;
      if (out.converged || out.nit >= limits.max_iter || !std::isfinite(out.fun)) break;
      std::apply([&](auto&... each) { optimizer.step(std::tie(each...), at.gradients); }, x);
    }
    out.x = like_given<P>(x);
  }
  return out;
}

}  // namespace detail

/// Minimises by L-BFGS. An iteration is one call of f as a rule, and one plan: of the last `memory`
/// steps only inner products are brought together.
///
///   errors  Error if f is not finite where it begins; ShapeMismatch for gradients of other shapes
///           than their parameters
template <class F, class P>
Minimum<P> lbfgs(const F& f, const P& x, const LbfgsOptions& options = {}) {
  const auto parameters = detail::as_parameters(x);
  if constexpr (detail::gives_gradients<F, std::remove_const_t<decltype(parameters)>>()) {
    detail::SpaceOfArrays space(f, parameters, options);
    const detail::Outcome outcome = detail::run_lbfgs(space, options);
    return {detail::like_given<P>(space.x()), outcome.fun, outcome.nit, outcome.nfev,
            outcome.converged};
  } else {
    return {x};
  }
}

struct SgdMinimiseOptions {
  LearningRate learning_rate = 0.01;
  int max_iter = 1000;
  double tol = 1e-6;  ///< on the largest component of the gradient
};
/// Minimises by steps down the gradient; nothing is converged where steps are too long. For
/// minibatches make an Sgd, and call its step with the gradient of each.
template <class F, class P>
Minimum<P> sgd(const F& f, const P& x, const SgdMinimiseOptions& options = {}) {
  return detail::minimise_by_steps(f, x, Sgd({.learning_rate = options.learning_rate}),
                                   {options.max_iter, options.tol});
}

struct MomentumMinimiseOptions {
  LearningRate learning_rate = 0.01;
  double momentum = 0.9;
  bool nesterov = false;
  int max_iter = 1000;
  double tol = 1e-6;
};
/// The same with momentum.
template <class F, class P>
Minimum<P> momentum(const F& f, const P& x, const MomentumMinimiseOptions& options = {}) {
  return detail::minimise_by_steps(f, x,
                                   Momentum({.learning_rate = options.learning_rate,
                                             .momentum = options.momentum,
                                             .nesterov = options.nesterov}),
                                   {options.max_iter, options.tol});
}

struct AdamMinimiseOptions {
  LearningRate learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0;
  int max_iter = 1000;
  double tol = 1e-6;
};
/// The same by Adam.
template <class F, class P>
Minimum<P> adam(const F& f, const P& x, const AdamMinimiseOptions& options = {}) {
  return detail::minimise_by_steps(f, x,
                                   Adam({.learning_rate = options.learning_rate,
                                         .beta1 = options.beta1,
                                         .beta2 = options.beta2,
                                         .epsilon = options.epsilon,
                                         .weight_decay = options.weight_decay}),
                                   {options.max_iter, options.tol});
}

}  // namespace relatile::optim
