// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <cstdint>
#include <limits>
#include <relatile/optim.hpp>
#include <tuple>
#include <vector>

#include "support/catch.hpp"

namespace awkward_functions_test {

namespace rt = relatile;
using Vector = rt::Array<double, 1>;

TEST_CASE("L-BFGS does not depend on the units of its parameters") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  for (const double unit : {1e-9, 1e-3, 1.0, 1e6, 1e9}) {
    const auto f = [=](const Vector& w) {
      const Vector missed = unit * w - 3.0;
      return std::tuple(rt::as_array(rt::sum(missed * missed)), rt::as_array(2.0 * unit * missed));
    };
    const auto found = rt::optim::lbfgs(f, rt::as_array(rt::zeros({4})), {.tol = 1e-6 * unit});
    INFO("unit " << unit << ", value " << found.fun << " after " << found.nit);
    CHECK(found.fun < 1e-9);
    if (unit >= 1) CHECK(rt::optim::lbfgs(f, rt::as_array(rt::zeros({4}))).converged);
  }
}

TEST_CASE("L-BFGS knows the precision of single numbers, and that of nothing nothing is left") {
  auto context = rt::Context::loopback(2);
  using Singles = rt::Array<float, 1>;
  const auto f = [](const Singles& w) {
    const Singles missed = w - 0.3f;
    return std::tuple(rt::as_array(rt::sum(missed * missed) + 1.0f + rt::sum(rt::exp(missed))),
                      rt::as_array(2.0f * missed + rt::exp(missed)));
  };
  const auto found = rt::optim::lbfgs(f, rt::as_array(rt::zeros<float, 1>({6})), {.tol = 3e-7});
  CHECK(found.converged);
  const auto of_nothing = rt::optim::lbfgs(
      [](const Vector& w) { return std::tuple(rt::as_array(rt::sum(w * w)), w * 2.0); },
      rt::as_array(rt::zeros({0})));
  CHECK(of_nothing.converged);
  CHECK(of_nothing.nit == 0);
}

TEST_CASE("L-BFGS ends where rounding is all that still changes") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto seed = [](std::uint64_t number) { return rt::random::Seed{number}; };
  for (std::uint64_t k = 0; k < 5; ++k) {
    const rt::Array<double, 2> x = rt::random::normal<double, 2>(0.0, 1.0, {37, 5}, seed(k));
    const Vector y = rt::random::normal<double, 1>(0.0, 1.0, {37}, seed(k + 100));
    rt::evaluate(x, y);
    const auto f = [&](const Vector& w) {
      const Vector missed = rt::matmul(x, w) - y;
      return std::tuple(rt::as_array(rt::sum(missed * missed)),
                        rt::as_array(2.0 * rt::matmul(rt::transpose(x), missed)));
    };
    const Vector start = rt::zeros({5});
    const auto wanted = rt::optim::lbfgs(f, start, {.tol = 1e-8});
    for (const double tol : {0.0, 1e-300, std::numeric_limits<double>::quiet_NaN()}) {
      const auto found = rt::optim::lbfgs(f, start, {.max_iter = 1000, .tol = tol});
      INFO("seed " << k << ", tol " << tol << ": " << found.nit << " iterations");
      CHECK(found.nit < 300);
      CHECK(found.fun <= wanted.fun * (1 + 1e-12));
    }
  }
}

TEST_CASE("optimisers refuse parameters of other shapes, and rates that never are") {
  auto context = rt::Context::loopback(2);
  rt::optim::Adam adam;
  Vector three = rt::ones({3}), one = rt::ones({1});
  adam.step(three, three);
  CHECK_THROWS_AS(adam.step(one, one), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::optim::step_decay(0.1, 0), rt::Error);
}

}  // namespace awkward_functions_test
