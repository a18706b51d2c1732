// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <memory>
#include <vector>

#include "unit/grad/against_differences.hpp"

namespace selections_test {

namespace rt = relatile;
using rt::test::few_site_counts;
using rt::test::loss_of;
using rt::test::require_gradient;
using rt::test::require_second_derivatives;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Vector = rt::Array<double, 1>;

TEST_CASE("derivatives of parts by a mask go back to where they came from") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto loss = [](const Vector& x) {
      const Vector h = rt::exp(x) * x;  // named, so evaluated with its mask, and not forgotten
      return loss_of(h(h > 1.0)) + loss_of(x(x < 1.2));
    };
    for (const std::int64_t length : {0, 1, 7, 13}) {
      const auto x = spread_between<1>(0.3, 2, {length});
      require_gradient(loss, x);
      require_second_derivatives(loss, x);
    }
    const auto rows = rt::array({true, false, true, true, false});
    require_gradient([&](const Matrix& x) { return loss_of(x(rows)); },
                     spread_between<2>(0.3, 2, {5, 3}));
    require_gradient([&](const Matrix& x) { return loss_of(x(rt::all_of_axis, x(0) > 0.9)); },
                     spread_between<2>(0.3, 2, {5, 3}));
    require_gradient([&](const Matrix& x) { return loss_of(x(x > 1.0)); },
                     spread_between<2>(0.3, 2, {5, 3}));
    require_gradient([&](const Matrix& x) { return loss_of(rt::compress(rows, x * x, 0)); },
                     spread_between<2>(0.3, 2, {5, 3}));
  }
}

TEST_CASE("derivatives of parts by a mask, of expressions and of long vectors") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Vector x = spread_between<1>(-1, 1, {6007});
    rt::evaluate(x);
    const Vector by_x = rt::grad(Number(rt::sum(rt::square(x(x > 0.25)))), x);
    REQUIRE(rt::allclose(by_x, rt::where(x > 0.25, 2.0 * x, 0.0)).item());
    const Vector none = rt::grad(Number(rt::sum(x(x > 2.0))), x);
    REQUIRE(rt::all(none == 0.0).item());
    const Vector all = rt::grad(Number(rt::sum(x(x < 2.0))), x);
    REQUIRE(rt::all(all == 1.0).item());
    rt::evaluate(by_x);
    const Vector h = rt::exp(x);
    REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(h(h > 1.0))), x),
                        Catch::Matchers::Contains("grad(f, x)"));
  }
}

TEST_CASE("what a function has evaluated forgets how when its gradient is written") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const Vector x = spread_between<1>(-1, 1, {7});
    Vector state = rt::ones({7});
    Vector by_x;
    std::vector<std::weak_ptr<const rt::tra::Node>> states;
    for (int step = 0; step < 4; ++step) {
      by_x = rt::grad(
          [&](const Vector& y) {
            const Vector next = state * rt::sin(y);
            rt::evaluate(next);
            state = next;
            return Number(rt::sum(next * y));
          },
          x);
      REQUIRE(state.node()->pullback == nullptr);
      states.push_back(state.node());
    }
    REQUIRE(states[0].expired());
    const auto sine = rt::sin(x);
    const Vector expected = rt::power(sine, 3.0) * (sine + x * rt::cos(x));
    REQUIRE(rt::allclose(by_x, expected).item());  // computed after the rules are gone
    Vector named;
    const Vector slope = rt::grad(
        [&](const Vector& y) {
          named = rt::exp(y);
          rt::evaluate(named);
          return Number(rt::sum(named * named));
        },
        x);
    REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(slope)), x),
                        Catch::Matchers::Contains("has been evaluated"));
  }
}

TEST_CASE("derivatives of the edges of histograms, and none of counts") {
  auto context = rt::Context::loopback(2);
  const Vector x = rt::array({0.5, -1.0, 2.0, 0.25});
  const auto weights = rt::array({1.0, 2.0, 3.0, 4.0, 5.0});
  const auto of_edges = [&](const Vector& y) {
    return Number(rt::sum(weights * rt::histogram(y, 4).edges));
  };
  REQUIRE(rt::to_vector(rt::grad(of_edges, x)) == std::vector<double>{0, 5, 10, 0});
  require_second_derivatives([&](const Vector& y) { return Number(rt::square(of_edges(y))); }, x);
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(x) + of_edges(x)), x),
                      Catch::Matchers::Contains("has been evaluated"));
  const Number by_counts = rt::sum(x) * rt::max(rt::astype<double>(rt::histogram(x, 4).counts));
  REQUIRE(rt::to_vector(rt::grad(by_counts, x)) == std::vector<double>{1, 1, 1, 1});
  const Vector h = rt::exp(x);
  rt::evaluate(h);
  const auto order = rt::argsort(h);
  REQUIRE(rt::to_vector(rt::grad(Number(rt::sum(x(order) * weights(rt::slice(0, 4)))), x)) ==
          std::vector<double>{3, 1, 4, 2});
}

TEST_CASE("derivatives of windows add up where these overlap") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t width : {1, 2, 5}) {
      const auto loss = [width](const Vector& x) {
        return loss_of(rt::sliding_window_view(x, {width}));
      };
      require_gradient(loss, spread_between<1>(0.3, 2, {7}));
      require_second_derivatives(loss, spread_between<1>(0.3, 2, {7}));
    }
    const auto of_both = [](const Matrix& x) {
      return loss_of(rt::sliding_window_view(x, {3, 2}));
    };
    require_gradient(of_both, spread_between<2>(0.3, 2, {5, 4}));
    require_second_derivatives(of_both, spread_between<2>(0.3, 2, {5, 4}));
    require_gradient(
        [](const Matrix& x) { return loss_of(rt::max(rt::sliding_window_view(x, {3}, {0}), 2)); },
        spread_between<2>(0.3, 2, {7, 3}));
  }
}

TEST_CASE("derivatives of the least and greatest at indices are shared by equal ones") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto rows = rt::array({3, 0, 3, -1, 2});
    const auto by_values = [&](const Matrix& v) {
      return Number(loss_of(rt::scatter_min(rt::ones({5, 3}), rows, v)) +
                    loss_of(rt::scatter_max(v, rows, 1.5 * v)));
    };
    require_gradient(by_values, spread_between<2>(0.3, 2, {5, 3}));
    require_second_derivatives(by_values, spread_between<2>(0.3, 2, {5, 3}));
    require_gradient(
        [&](const Vector& v) {
          return loss_of(rt::scatter_max(rt::zeros({5, 3}), rows, v));
        },
        spread_between<1>(0.3, 2, {3}));
    const Vector x = rt::array({1.0, 1.0, 2.0, 5.0});
    const auto places = rt::array({1, 1, 1, 0});
    const Vector by_x =
        rt::grad(Number(rt::sum(rt::scatter_min(9.0 * rt::ones({2}), places, x))), x);
    REQUIRE(rt::to_vector(by_x) == std::vector<double>{0.5, 0.5, 0, 1});
  }
}

}  // namespace selections_test
