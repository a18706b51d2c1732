// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/against_reference.hpp"

namespace elementwise_test {

namespace rt = relatile;
using rt::test::require_reference;
using rt::test::site_counts;

namespace {
/// Small integers as doubles: every sum and product of them is exact.
rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t cols, std::int64_t seed) {
  return rt::from_function({rows, cols}, [seed](std::int64_t i, std::int64_t j) {
    return double((i * 31 + j * 17 + seed * 7) % 13 - 6);
  });
}
}  // namespace

TEST_CASE("operators on arrays and numbers equal the reference on any number of sites") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    auto a = numbers(13, 7, 1);
    auto b = numbers(13, 7, 2);
    rt::evaluate(a, b);
    require_reference(a + b * 2.0 - 1);
    require_reference(-a * b + 3 / (rt::abs(b) + 1.0));
    require_reference(a < b || a == 2.0);
    require_reference(rt::where(a > b, a, b - a));
    require_reference(rt::astype<std::int32_t>(a) % 4);
    require_reference(rt::exp(a / 8.0) + rt::tanh(b), 1e-14);
  }
}

TEST_CASE("chains are one loop, or several around what has vector code of its own") {
  const auto context = rt::Context::loopback(3);
  const std::int64_t count = 2500;  // more than two chunks, and no multiple of a vector's length
  const auto at = [](std::int64_t i) { return static_cast<float>(i % 97) / 16.0F - 3.0F; };
  const rt::Array<float, 1> x = rt::from_function({count}, at);
  const rt::Array<std::int8_t, 1> n =
      rt::from_function({count}, [](std::int64_t i) { return static_cast<std::int8_t>(i % 5); });
  rt::evaluate(x, n);
  const auto require = [&](const rt::Array<float, 1>& y, auto&& expected) {
    const std::vector<float> elements = rt::to_vector(y);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto right = static_cast<float>(expected(at(i), float(i % 5)));
      INFO("element " << i);
      REQUIRE(std::abs(elements[std::size_t(i)] - right) <= 2e-6F * (1 + std::abs(right)));
    }
  };
  SECTION("none of it") {
    require((x * 2.0F + 1) * x - 3 * x, [](float v, float) { return (v * 2 + 1) * v - 3 * v; });
  }
  SECTION("at the root, in the middle, and one inside of another") {
    require(rt::sin(x * 2.0F + 1), [](float v, float) { return std::sin(v * 2 + 1); });
    require(rt::exp(rt::sin(x * 2) + rt::cos(x)) * rt::tanh(rt::sin(x) - 1), [](float v, float) {
      return std::exp(std::sin(v * 2) + std::cos(v)) * std::tanh(std::sin(v) - 1);
    });
    require(rt::where(rt::sin(x) > 0, rt::cos(rt::sin(x)), 0.5F),
            [](float v, float) { return std::sin(v) > 0 ? std::cos(std::sin(v)) : 0.5F; });
  }
  SECTION("of elements of other types") {
    require(rt::sin(n) + 1, [](float, float k) { return std::sin(k) + 1; });
    require(rt::tanh(n + 1) * x, [](float v, float k) { return std::tanh(k + 1) * v; });
  }
  SECTION("with parts that occur twice, cheap and dear ones") {
    const auto cheap = x - 1;
    require(cheap * cheap + cheap, [](float v, float) { return (v - 1) * (v - 1) + v - 1; });
    const auto dear = rt::exp(x) * 2.0F;
    require(dear / (dear + 1) + rt::astype<float>(n),
            [](float v, float k) { return std::exp(v) * 2 / (std::exp(v) * 2 + 1) + k; });
    const auto own = rt::sin(x + 1);
    require(own * own - own,
            [](float v, float) { return std::sin(v + 1) * std::sin(v + 1) - std::sin(v + 1); });
  }
}

TEST_CASE("x += y gives x a new value, and leaves arrays alone that shared the old one") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    auto x = numbers(5, 3, 1);
    const auto before = x;
    const auto row = numbers(1, 3, 2);
    x += 1;
    REQUIRE(rt::all(x == before + 1.0).item());
    x -= row;
    x *= x;
    x /= 2.0;
    x %= 7.0;
    const auto expected = before + 1.0 - row;
    REQUIRE(rt::all(x == (expected * expected) / 2.0 % 7.0).item());
    REQUIRE(rt::all(before == numbers(5, 3, 1)).item());
    auto small = numbers(1, 3, 2);
    REQUIRE_THROWS_WITH(small += before, Catch::Matchers::Contains("(1, 3)") &&
                                             Catch::Matchers::Contains("write x = x + y"));
    REQUIRE(rt::all(small == row).item());
  }
}

TEST_CASE("operands of any shapes broadcast as in NumPy") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    auto a = numbers(9, 5, 1);
    auto row = numbers(1, 5, 2);
    auto column = numbers(9, 1, 3);
    rt::Array<double, 1> vector = rt::arange<double>(5.0);
    rt::Array<double, 0> scalar = rt::sum(vector);
    rt::evaluate(a, row, column, vector);
    require_reference(a + row);
    require_reference(a * column - row);
    require_reference(row + column);
    require_reference(a + vector);
    require_reference(column - vector);
    require_reference(a / (scalar + 1.0), 1e-15);
    require_reference(rt::expand_dims(a, 0) + rt::expand_dims(column, 0));
  }
}

TEST_CASE("arrays of every element type work, empty and single ones too") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto check = [](auto one) {
      using T = decltype(one);
      for (std::int64_t n : {0, 1, 2, 11}) {
        auto x = rt::astype<T>(rt::arange<std::int64_t>(n));
        require_reference(x + x);
        require_reference(x * T(1));
        require_reference(x == T(1));
        require_reference(rt::sum(x));
        require_reference(rt::prod(x));
      }
    };
    check(float{});
    check(double{});
    check(std::complex<float>{});
    check(std::complex<double>{});
    check(std::int8_t{});
    check(std::uint8_t{});
    check(std::int16_t{});
    check(std::uint32_t{});
    check(std::int64_t{});
    check(bool{});
  }
}

TEST_CASE("views cost nothing and compose with what reads them") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    auto a = numbers(8, 11, 4);
    rt::evaluate(a);
    require_reference(rt::transpose(a));
    require_reference(rt::transpose(a) + 1.0);
    require_reference(a(rt::slice(2, 7, 2), rt::slice(-4)));
    require_reference(a(3) * a(rt::slice(0, 1)));
    require_reference(a(rt::all_of_axis, -1));
    require_reference(a(1, 2));
    require_reference(rt::diagonal(a) + rt::diagonal(a));
    require_reference(rt::transpose(a)(rt::slice(1, 9, 3)) -
                      rt::broadcast_to<2>(a(0)(rt::slice(0, 8)), {3, 8}));
    require_reference(a(rt::slice(5, 5)));
  }
}

TEST_CASE("NaN and infinity pass through elementwise work and reductions") {
  for (int sites : {1, 2, 3, 7}) {
    auto context = rt::Context::loopback(sites);
    for (std::int64_t at = 0; at < 12; ++at) {
      auto x = rt::from_function({12}, [at](std::int64_t i) {
        return i == at ? std::numeric_limits<double>::quiet_NaN() : double(i % 5) - 2;
      });
      rt::evaluate(x);
      CHECK(std::isnan(rt::item(rt::max(x))));
      CHECK(std::isnan(rt::item(rt::min(x))));
      CHECK(std::isnan(rt::item(rt::sum(x))));
      CHECK(rt::item(rt::argmax(x)) == at);
      CHECK(rt::item(rt::argmin(x)) == at);
      CHECK(rt::item(rt::any(rt::isnan(x))));
      require_reference(rt::maximum(x, 0.0) / 0.0);
    }
  }
}

TEST_CASE("an expression may be kept, returned and used twice; what repeats is computed once") {
  auto context = rt::Context::loopback(3);
  rt::Array<double, 1> x = rt::arange<double>(40.0);
  rt::evaluate(x);
  const auto make = [&] {
    auto inner = x * 0.125;
    return rt::exp(inner) + inner;  // the handles inside keep x alive
  };
  auto y = make();
  require_reference(y * y - y, 1e-14);
  const rt::tra::NodePtr node = to_node(y * y - y);
  int exps = 0;
  for (const auto& stage : node->program()->stages) exps += stage.name == "exp" ? 1 : 0;
  CHECK(exps == 1);
  CHECK(to_node(y) == to_node(y));
}

TEST_CASE("a broadcast part of an expression that costs much is computed for its own elements") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    auto x = numbers(700, 40, 1);
    rt::Array<double, 1> v = rt::arange<double>(1.0, 41.0);
    rt::evaluate(x, v);
    const auto deviation = rt::sqrt(v + 2.0);
    const auto scaled = (x - v) / deviation;
    const rt::tra::NodePtr node = to_node(scaled);
    REQUIRE(node->inputs.size() == 3);
    CHECK(node->inputs[2]->type.extents == rt::Extents{40});
    CHECK(to_node((x - v) * deviation)->inputs[2] == node->inputs[2]);
    CHECK(to_node(scaled * deviation)->inputs[0] == node);  // somebody else needs it, too
    CHECK(to_node(scaled) == node);
    require_reference(scaled, 1e-14);
    require_reference(rt::sum(scaled * deviation, 1), 1e-12);
    require_reference(rt::sum(rt::square(scaled / rt::sqrt(rt::sum(x * x))), 0), 1e-14);

    CHECK(to_node((x - v) / (v + 2.0))->inputs.size() == 2);             // cheap: computed again
    CHECK(to_node(x(rt::slice(0, 7)) / deviation)->inputs.size() == 2);  // not often enough
  }
}

TEST_CASE("a chain over several statements becomes one pass") {
  auto context = rt::Context::loopback(2);
  rt::Array<double, 1> x = rt::arange<double>(100.0);
  rt::evaluate(x);
  auto chain = [&] {
    rt::Array<double, 1> a = x + 1.0;
    rt::Array<double, 1> b = rt::sqrt(a) * 2.0;
    return rt::sum(b - a);
  }();
  rt::evaluate(chain);
  int passes = 0;
  for (const auto& step : rt::report(chain).plan.steps) {
    passes += step.kind == rt::plan::StepKind::local ? 1 : 0;
  }
  CHECK(passes == 1);
}

TEST_CASE("what a product and the product of its transpose read is computed once, and not moved") {
  auto context = rt::Context::loopback(1);
  auto x = numbers(30, 20, 1);
  auto w = numbers(20, 4, 2);
  rt::evaluate(x, w);
  const auto result = [&] {
    const auto a = rt::maximum(x, 0.0);
    return rt::Array<double, 2>(rt::matmul(rt::transpose(a), rt::matmul(a, w)));
  }();
  require_reference(result);
  const rt::plan::Plan plan = rt::report(result).plan;
  std::vector<std::string> names;
  for (const auto& step : plan.steps) {
    if (step.kind != rt::plan::StepKind::local) continue;
    names.push_back(plan.nodes[static_cast<std::size_t>(step.node)]->name);
  }
  CHECK(names == std::vector<std::string>{"maximum", "matmul", "matmul"});
}

TEST_CASE("a choice takes nothing of what it does not choose") {
  auto context = rt::Context::loopback(2);
  auto x = numbers(40, 9, 1);
  CHECK(rt::item(rt::all(rt::where(x == x, x, 0.0 / (x - x)) == x)));
  CHECK(rt::item(rt::all(rt::where(x != x, rt::astype<float>(x / 0.0), 1.5F) == 1.5F)));
}

TEST_CASE("a loop of thousands of statements is one graph, and no recursion overflows the stack") {
  auto context = rt::Context::loopback(2);
  rt::Array<double, 1> x = rt::arange<double>(10.0);
  for (int i = 0; i < 20000; ++i) x = x + 1.0;
  CHECK(rt::item(rt::sum(x)) == 45.0 + 200000.0);
  rt::Array<double, 1> unused = rt::arange<double>(10.0);
  for (int i = 0; i < 200000; ++i) unused = unused + 1.0;
}

TEST_CASE("long long is another name of a type of the table's") {
  auto context = rt::Context::loopback(2);
  const rt::Array<long long, 1> x = rt::astype<long long>(rt::arange(5.0));
  const rt::Array<unsigned long long, 1> y = rt::astype<unsigned long long>(x);
  const rt::Array<std::int64_t, 1> n = rt::arange<std::int64_t>(5);
  CHECK(rt::to_vector(x + x * 2 + 1LL) == std::vector<std::int64_t>{1, 4, 7, 10, 13});
  CHECK(rt::to_vector(x + n) == std::vector<std::int64_t>{0, 2, 4, 6, 8});
  CHECK(rt::to_vector(rt::where(x > 2, x, n)) == std::vector<std::int64_t>{0, 1, 2, 3, 4});
  CHECK(rt::to_vector(y / 2ULL) == std::vector<double>{0, 0.5, 1, 1.5, 2});
  CHECK(rt::to_vector(rt::sqrt(x * x)) == std::vector<double>{0, 1, 2, 3, 4});
  CHECK(rt::item(rt::sum(x)) == 10);
  CHECK(rt::item(rt::max(y)) == 4);
}

}  // namespace elementwise_test
