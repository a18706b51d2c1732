// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <relatile/grad.hpp>

#include "support/against_reference.hpp"

namespace relatile::test {

/// Numbers between low and high that no two places share, the same on any number of sites.
template <int N>
Array<double, N> spread_between(double low, double high, const Extents& shape, double phase = 0) {
  return generate<double, N>("spread", shape, 1, [=](const Extents& at) {
    double place = phase + 0.37;
    for (int d = 0; d < at.rank(); ++d)
      place += static_cast<double>(at[d]) * (0.7548776 + d * 0.31);
    const double fraction = place * 0.6180339887 - std::floor(place * 0.6180339887);
    return low + (high - low) * fraction;
  });
}

/// One, few and two prime numbers of sites.
inline constexpr int few_site_counts[] = {1, 2, 3, 5};

/// A loss of an array that tells all of its elements apart.
template <class Y>
Array<double, 0> loss_of(const Y& y) {
  const auto values = as_array(y);
  return sum(spread_between<rank_of<Y>>(-1, 1, values.shape(), 0.2) * values * values +
             sin(values));
}
/// The same, nearly linear, of what grows fast.
template <class Y>
Array<double, 0> mild_loss_of(const Y& y) {
  const auto values = as_array(y);
  return sum(spread_between<rank_of<Y>>(-1, 1, values.shape(), 0.2) * values + 0.5 * sin(values));
}

/// A loss of any type, called without knowing it.
template <int N>
struct AnyLoss {
  const void* function;
  Array<double, 0> (*call)(const void* function, const Array<double, N>& x);

  Array<double, 0> operator()(const Array<double, N>& x) const { return call(function, x); }
};

/// What require_gradient does with a loss of any type.
template <int N>
void require_gradient_of(const AnyLoss<N>& f, const Array<double, N>& x, double tolerance) {
  evaluate(x);
  const auto loss = [&](const Array<double, N>& at) { return f(at); };
  const Array<double, N> gradient = grad(loss, x);
  REQUIRE(gradient.shape() == x.shape());
  require_reference(gradient, 1e-12);
  for (const double phase : {0.1, 0.6}) {
    const Array<double, N> direction = spread_between<N>(-1, 1, x.shape(), phase);
    evaluate(direction);
    const double h = 1e-5;
    const double further = f(x + h * direction).item();
    const double nearer = f(x - h * direction).item();
    const double expected = (further - nearer) / (2 * h);
    const double found = Array<double, 0>(sum(gradient * direction)).item();
    INFO("expected " << expected << ", found " << found);
    REQUIRE(std::abs(found - expected) <= tolerance * (1 + std::abs(expected)));
    const double forward = jvp(loss, x, direction).item();
    INFO("by jvp " << forward);
    REQUIRE(std::abs(forward - found) <= 1e-11 * (1 + std::abs(found)));
  }
}

/// Requires that the derivative of the loss f along a direction is what differences of f say, that
/// the derivative by jvp is the same, and that the reference evaluator agrees.
template <class F, int N>
void require_gradient(const F& f, const Array<double, N>& x, double tolerance = 1e-6) {
  const AnyLoss<N> loss{&f, [](const void* function, const Array<double, N>& at) {
                          return Array<double, 0>((*static_cast<const F*>(function))(at));
                        }};
  require_gradient_of<N>(loss, x, tolerance);
}

/// What require_second_derivatives does with a loss of any type.
template <int N>
void require_second_derivatives_of(const AnyLoss<N>& f, const Array<double, N>& x,
                                   double tolerance) {
  const Array<double, N> direction = spread_between<N>(-1, 1, x.shape(), 0.4);
  evaluate(x, direction);
  const auto loss = [&](const Array<double, N>& at) { return f(at); };
  const double h = 1e-5;
  const Array<double, N> up = x + h * direction;
  const Array<double, N> down = x - h * direction;
  evaluate(up, down);
  const Array<double, N> expected = (grad(loss, up) - grad(loss, down)) / (2 * h);
  const Array<double, N> found = hessian_vector(loss, x, direction);
  INFO("expected " << to_string(expected) << ", found " << to_string(found));
  REQUIRE(allclose(found, expected, tolerance, tolerance).item());
}

/// Requires that hessian_vector of the loss f gives what differences of its gradients say.
template <class F, int N>
void require_second_derivatives(const F& f, const Array<double, N>& x, double tolerance = 1e-5) {
  const AnyLoss<N> loss{&f, [](const void* function, const Array<double, N>& at) {
                          return Array<double, 0>((*static_cast<const F*>(function))(at));
                        }};
  require_second_derivatives_of<N>(loss, x, tolerance);
}

}  // namespace relatile::test
