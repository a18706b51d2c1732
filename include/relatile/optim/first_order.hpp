// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/optim/learning_rates.hpp"
#include "relatile/optim/parameters.hpp"

// Steps down a gradient. A step computes parameters and what is remembered of former gradients by
// one plan, and evaluates them, so that loops make no ever larger graphs.

namespace relatile::optim {

namespace detail {

/// An array for each parameter, of its type and shape, kept from step to step.
class Remembered {
 public:
  /// Of parameter i, all 0 at first.
  template <class T, int N>
  Array<T, N> get(std::size_t i, const Array<T, N>& like) const {
    if (i >= kept_.size()) return zeros<T, N>(like.shape());
    const Extents& kept = kept_[i].node->type.extents;
    if (kept == like.shape()) return Array<T, N>(kept_[i].node);
    throw ShapeMismatch("relatile: optim: a parameter of shape " + to_string(like.shape()) +
                        " that had shape " + to_string(kept) +
                        " before; take an optimiser for each set of parameters");
  }
  template <class T, int N>
  void set(std::size_t i, const Array<T, N>& to) {
    if (i >= kept_.size()) kept_.resize(i + 1);
    kept_[i] = {to.node(), handle_of(*to.node())};
  }

 private:
  struct Kept {
    tra::NodePtr node;
    Handle handle;
  };
  std::vector<Kept> kept_;
};

/// Calls change(i, parameter, gradient), which gives the parameter after the step, for each of
/// several, and evaluates all, and what stands in `nodes`.
template <class X, class G, class Change>
void step_of(X& parameters, const G& gradients, std::vector<tra::NodePtr> nodes,
             const Change& change) {
  std::size_t i = 0;
  for_each_parameter(
      [&](auto& x, const auto& gradient) {
        using Parameter = std::remove_cvref_t<decltype(x)>;
        const Parameter slope = gradient_like<Parameter>(x, gradient);
        x = change(i++, x, slope);
        nodes.push_back(x.node());
      },
      parameters, gradients);
  Session::current().evaluate(nodes);
}

/// Parameters are no integers.
template <class... X>
void require_real() {
  static_assert((!std::is_integral_v<element_of<X>> && ...),
                "relatile: optim: parameters are real: steps of whole numbers are cut to 0; take "
                "astype<double>(x)");
}

/// What every optimiser has: step(w, gradient), and of several arrays step(std::tie(w, b),
/// std::tuple(of_w, of_b)). Arrays after these are evaluated by the same plan, as the loss, of
/// which a second evaluation would go through all of it again: step(w, gradient, loss).
template <class Derived>
class FirstOrder {
 public:
  /// Collective.
  ///
  ///   errors  ShapeMismatch for a gradient of another shape than its parameter, and, of optimisers
  ///           that remember gradients, for a parameter of another shape than before
  template <class T, int N, class G, class... U, int... M>
  void step(Array<T, N>& x, const G& gradient, const Array<U, M>&... also) {
    require_real<Array<T, N>>();
    constexpr bool expression = ArrayExpression<G>;
    static_assert(expression,
                  "relatile: optim: a step takes a gradient, an array of the parameter's shape: "
                  "step(w, grad(loss, w)) of a function or an expression, of relatile/grad.hpp");
    if constexpr (expression) {
      auto parameters = std::tie(x);
      const auto gradients = std::tuple(as_array(gradient));
      static_cast<Derived*>(this)->move(parameters, gradients, {also.node()...});
      ++steps_;
    }
  }
  template <class... X, class G, class... U, int... M>
  void step(std::tuple<X&...> parameters, const G& gradients, const Array<U, M>&... also) {
    require_real<X...>();
    static_cast<Derived*>(this)->move(parameters, gradients, {also.node()...});
    ++steps_;
  }
  template <class X>
  void step(X&&) {
    static_assert(sizeof(X) == 0,
                  "relatile: optim: a step takes the gradient as well: step(w, grad(loss, w)), or "
                  "step(std::tie(w, b), gradients)");
  }
  int steps() const { return steps_; }

 private:
  int steps_ = 0;
};

}  // namespace detail

struct SgdOptions {
  LearningRate learning_rate = 0.01;
};
/// w - rate * gradient.
class Sgd : public detail::FirstOrder<Sgd> {
 public:
  explicit Sgd(SgdOptions options = {}) : options_(std::move(options)) {}
  template <std::convertible_to<LearningRate> Rate>
  explicit Sgd(const Rate& rate) : Sgd(SgdOptions{.learning_rate = rate}) {}

 private:
  friend detail::FirstOrder<Sgd>;
  template <class X, class G>
  void move(X& parameters, const G& gradients, const std::vector<tra::NodePtr>& also) {
    const double rate = options_.learning_rate(steps());
    detail::step_of(parameters, gradients, also, [&](std::size_t, const auto& x, const auto& g) {
      using T = element_of<decltype(x)>;
      return as_array(x - T(rate) * g);
    });
  }
  SgdOptions options_;
};

struct MomentumOptions {
  LearningRate learning_rate = 0.01;
  double momentum = 0.9;
  bool nesterov = false;
};
/// v = momentum * v + gradient; w - rate * v, or, as Nesterov has it, w - rate * (gradient +
/// momentum * v).
///
///   source  Sutskever, Martens, Dahl, Hinton: On the importance of initialization and momentum in
///           deep learning (ICML 2013)
class Momentum : public detail::FirstOrder<Momentum> {
 public:
  explicit Momentum(MomentumOptions options = {}) : options_(std::move(options)) {}
  template <std::convertible_to<LearningRate> Rate>
  explicit Momentum(const Rate& rate) : Momentum(MomentumOptions{.learning_rate = rate}) {}

 private:
  friend detail::FirstOrder<Momentum>;
  template <class X, class G>
  void move(X& parameters, const G& gradients, const std::vector<tra::NodePtr>& also) {
    const double rate = options_.learning_rate(steps());
    detail::step_of(parameters, gradients, also, [&](std::size_t i, const auto& x, const auto& g) {
      using T = element_of<decltype(x)>;
      const auto v = as_array(T(options_.momentum) * velocity_.get(i, x) + g);
      velocity_.set(i, v);
      if (options_.nesterov) return as_array(x - T(rate) * (g + T(options_.momentum) * v));
      return as_array(x - T(rate) * v);
    });
  }
  MomentumOptions options_;
  detail::Remembered velocity_;
};

struct AdamOptions {
  LearningRate learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0;  ///< of the parameters themselves, as AdamW has it
};
/// Adam, by means of gradients and of their squares.
///
///   source  Kingma, Ba: Adam: a method for stochastic optimization (ICLR 2015), algorithm 1;
///           Loshchilov, Hutter: Decoupled weight decay regularization (ICLR 2019)
class Adam : public detail::FirstOrder<Adam> {
 public:
  explicit Adam(AdamOptions options = {}) : options_(std::move(options)) {}
  template <std::convertible_to<LearningRate> Rate>
  explicit Adam(const Rate& rate) : Adam(AdamOptions{.learning_rate = rate}) {}

 private:
  friend detail::FirstOrder<Adam>;
  template <class X, class G>
  void move(X& parameters, const G& gradients, const std::vector<tra::NodePtr>& also) {
    const double rate = options_.learning_rate(steps());
    const double count = steps() + 1;
    const double of_mean = rate / (1 - std::pow(options_.beta1, count));
    const double of_square = 1 / (1 - std::pow(options_.beta2, count));
    detail::step_of(parameters, gradients, also, [&](std::size_t i, const auto& x, const auto& g) {
      using T = element_of<decltype(x)>;
      const auto mean = as_array(T(options_.beta1) * means_.get(i, x) + T(1 - options_.beta1) * g);
      const auto square =
          as_array(T(options_.beta2) * squares_.get(i, x) + T(1 - options_.beta2) * (g * g));
      means_.set(i, mean);
      squares_.set(i, square);
      const auto moved =
          as_array(x - T(of_mean) * mean / (sqrt(T(of_square) * square) + T(options_.epsilon)));
      if (options_.weight_decay == 0) return moved;
      return as_array(moved - T(rate * options_.weight_decay) * x);
    });
  }
  AdamOptions options_;
  detail::Remembered means_;
  detail::Remembered squares_;
};

}  // namespace relatile::optim
