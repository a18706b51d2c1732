// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "support/against_reference.hpp"

namespace vectorize_test {

namespace rt = relatile;
using rt::test::require_reference;
using rt::test::site_counts;

namespace {

rt::Array<double, 2> table(std::int64_t rows, std::int64_t cols) {
  return rt::from_function({rows, cols}, [](std::int64_t i, std::int64_t j) {
    return double((i * 29 + j * 13) % 17 - 8);
  });
}

int nodes_of(const rt::tra::NodePtr& node) {
  int count = 1;
  for (const auto& operand : node->inputs) count += nodes_of(operand);
  return count;
}

}  // namespace

TEST_CASE("a function of the user's is applied to every element, on any number of sites") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = table(13, 7);
    rt::evaluate(x);
    const double limit = 2.5;
    const auto limited = rt::vectorize([=](double a) { return a > limit ? limit : a; });
    const auto values = rt::to_vector(x);
    std::vector<double> expected;
    for (const double a : values) expected.push_back(a > limit ? limit : a);
    CHECK(rt::to_vector(limited(x)) == expected);
    require_reference(limited(x));
    require_reference(rt::sum(2.0 * limited(x + 1.0) - x, 0));
    require_reference(limited(rt::transpose(x))(rt::slice(1, 5)));
  }
}

TEST_CASE("several operands broadcast, and the function gets every one in its own type") {
  auto context = rt::Context::loopback(3);
  const auto x = table(6, 5);
  const auto rows = rt::arange<std::int32_t>(6);
  const auto f = rt::vectorize([](double a, std::int32_t row, bool last,
                                  float factor) { return last ? a * row : a + double(factor); },
                               {.flops = 3, .name = "mixed"});
  const auto y = f(x, rows(rt::all_of_axis, rt::newaxis), rt::arange(5) == 4, 0.5F);
  static_assert(std::is_same_v<rt::element_of<decltype(y)>, double>);
  static_assert(rt::rank_of<decltype(y)> == 2);
  const auto values = rt::to_vector(x);
  const auto got = rt::to_vector(y);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      const double a = values[i * 5 + j];
      CHECK(got[i * 5 + j] == (j == 4 ? a * double(i) : a + 0.5));
    }
  }
  CHECK(rt::to_node(y)->program()->flops_per_element() >= rt::Flops{3});
  CHECK_THROWS_AS(f(x, rt::arange<std::int32_t>(7), true, 1.0F), rt::ShapeMismatch);
}

TEST_CASE("the element type is what the function returns") {
  auto context = rt::Context::loopback(2);
  const auto x = table(3, 4);
  const auto whole = rt::vectorize([](double a) { return static_cast<std::int8_t>(a); });
  static_assert(std::is_same_v<rt::element_of<decltype(whole(x))>, std::int8_t>);
  static_assert(std::is_same_v<decltype(whole(2.5)), std::int8_t>);
  CHECK(whole(2.5) == 2);
  const auto wide = rt::vectorize([](std::int32_t a) { return static_cast<long long>(a) << 40; });
  static_assert(std::is_same_v<rt::element_of<decltype(wide(rt::arange(3)))>, std::int64_t>);
  CHECK(rt::to_vector(wide(rt::arange(3)))[2] == std::int64_t(2) << 40);
}

TEST_CASE("what surrounds a function of the user's is one pass with it") {
  auto context = rt::Context::loopback(2);
  const auto x = table(40, 5);
  rt::evaluate(x);
  const auto f = rt::vectorize([](double a) { return a * a - 1; }, {.flops = 2});
  const auto node = rt::to_node(rt::abs(f(x * 2.0) + 3.0));
  CHECK(nodes_of(node) == 2);
  CHECK(node->program()->stages.size() == 1);
  // What costs much and occurs twice is computed once: each function is a stage then.
  const auto dear = rt::vectorize([](double a) { return std::exp(a); }, {.flops = 100});
  const auto y = dear(x);
  const auto shared = y / (1.0 + y);
  require_reference(shared, 1e-15);
  CHECK(rt::to_node(shared)->program()->stages.size() > 1);
}

TEST_CASE("functions that hold more than a number, and those that can't be read as bytes") {
  auto context = rt::Context::loopback(3);
  const auto x = table(9, 4);
  const std::array<double, 6> polynomial{1, -2, 0.5, 0, 3, -1};
  require_reference(rt::vectorize([=](double a) {
    double sum = 0;
    for (const double c : polynomial) sum = sum * a + c;
    return sum;
  })(x));
  const std::vector<double> steps{-4, 0, 4};
  require_reference(rt::vectorize([=](double a) {
    std::int64_t above = 0;
    for (const double step : steps) above += a > step ? 1 : 0;
    return above;
  })(x));
}

TEST_CASE("equal functions with different captures differ") {
  auto context = rt::Context::loopback(2);
  const auto x = table(4, 4);
  const auto plus = [&](double by) { return rt::vectorize([by](double a) { return a + by; })(x); };
  const rt::Array<double, 2> both = plus(1.0) * plus(2.0);
  require_reference(both);
  CHECK(rt::to_vector(both)[0] == (-8.0 + 1) * (-8.0 + 2));
}

TEST_CASE("an exception of the user's function is a kernel's") {
  auto context = rt::Context::loopback(3);
  const auto x = table(8, 8);
  const auto f = rt::vectorize([](double a) {
    if (a == 5) throw std::runtime_error("five");
    return a;
  });
  rt::Array<double, 2> y = f(x) + 1.0;
  CHECK_THROWS_AS(rt::evaluate(y), rt::KernelError);
  CHECK(rt::item(rt::sum(x)) == rt::item(rt::sum(x + 0.0)));  // the context is usable
}

TEST_CASE("empty arrays and arrays without dimensions") {
  auto context = rt::Context::loopback(2);
  const auto f = rt::vectorize([](double a, double b) { return a * b; });
  CHECK(rt::to_vector(f(rt::zeros({0, 3}), rt::ones({3}))).empty());
  CHECK(rt::item(f(rt::full<double, 0>(rt::Extents{}, 3.0), 2.0)) == 6.0);
}

}  // namespace vectorize_test
