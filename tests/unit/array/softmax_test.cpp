// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <limits>
#include <relatile/grad.hpp>
#include <relatile/relatile.hpp>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace softmax_test {

namespace rt = relatile;
using Numbers = std::vector<double>;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// Equal but for rounding.
template <class X>
void near(const X& x, const Numbers& wanted) {
  const auto found = rt::to_vector(x);
  REQUIRE(found.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(found[i] == Approx(wanted[i]));
}

}  // namespace

TEST_CASE("logsumexp, softmax and log_softmax are SciPy's formulas along axes") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const rt::Array<double, 2> x = rt::array({{0.5, -1.0, 2.0}, {3.0, 0.0, 0.25}});
  const rt::Array<double, 2> e = rt::exp(x);
  near(rt::logsumexp(x), rt::to_vector(rt::log(rt::sum(e))));
  near(rt::logsumexp(x, 0), rt::to_vector(rt::log(rt::sum(e, 0))));
  near(rt::logsumexp(x, rt::axis(0, 1)), rt::to_vector(rt::log(rt::sum(e))));
  CHECK(rt::logsumexp(x, -1, rt::keepdims).shape() == rt::Extents{2, 1});
  near(rt::softmax(x), rt::to_vector(e / rt::sum(e)));
  near(rt::softmax(x, 1), rt::to_vector(e / rt::sum(e, 1, rt::keepdims)));
  near(rt::log_softmax(x, 0), rt::to_vector(rt::log(e / rt::sum(e, 0, rt::keepdims))));
  near(rt::softmax(rt::array({1, 1}), 0), {0.5, 0.5});
  static_assert(std::is_same_v<decltype(rt::softmax(rt::array({1.0F}), 0)), rt::Array<float, 1>>);
  REQUIRE_THROWS_AS(rt::softmax(x, 2), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::logsumexp(rt::zeros({0})), rt::ShapeMismatch);
}

TEST_CASE("exponentials that double does not hold are no trouble") {
  auto context = rt::Context::loopback(2);
  const auto large = rt::array({1000.0, 1000.0});
  near(rt::logsumexp(large), {1000 + std::log(2.0)});
  near(rt::logsumexp(-large), {-1000 + std::log(2.0)});
  near(rt::softmax(rt::array({1e4, 0.0})), {1, 0});
  near(rt::log_softmax(rt::array({1e4, 0.0})), {0, -1e4});
  CHECK(rt::item(rt::logsumexp(rt::array({-inf, -inf}))) == -inf);
  CHECK(rt::item(rt::logsumexp(rt::array({inf, 1.0}))) == inf);
  near(rt::logsumexp(rt::array({-inf, 2.0})), {2});
  CHECK(std::isnan(rt::item(rt::logsumexp(rt::array({NAN, 2.0F})))));
}

TEST_CASE("derivatives of logsumexp, softmax and log_softmax are the formulas") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 2> x = rt::array({{0.5, -1.0, 2.0}, {300.0, 0.0, 0.25}});
  const auto p = rt::to_vector(rt::softmax(x, 1));
  near(rt::grad([](const auto& v) { return rt::sum(rt::logsumexp(v, 1)); }, x), p);
  // Of element (0, 0): log_softmax has e - p, and softmax p_0 (e - p).
  const auto of_first = [](const auto& y) { return rt::as_array(y(0, 0)); };
  near(rt::grad([&](const rt::Array<double, 2>& v) { return of_first(rt::log_softmax(v, 1)); }, x),
       {1 - p[0], -p[1], -p[2], 0, 0, 0});
  near(rt::grad([&](const rt::Array<double, 2>& v) { return of_first(rt::softmax(v, 1)); }, x),
       {p[0] * (1 - p[0]), -p[0] * p[1], -p[0] * p[2], 0, 0, 0});
}

}  // namespace softmax_test
