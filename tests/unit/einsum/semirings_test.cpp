// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "support/against_reference.hpp"

namespace semirings_test {

namespace rt = relatile;
using rt::test::agrees;
using rt::test::require_reference;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

double number(std::int64_t i, std::int64_t j, std::int64_t seed) {
  return double((seed + 7 * i + 11 * j) % 13) / 4 - 1;
}
rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t columns, std::int64_t seed) {
  return rt::as_array(rt::from_function(
      {rows, columns}, [seed](std::int64_t i, std::int64_t j) { return number(i, j, seed); }));
}
/// From 0 to 1.
rt::Array<double, 2> chances(std::int64_t rows, std::int64_t columns, std::int64_t seed) {
  return rt::as_array((numbers(rows, columns, seed) + 1.0) / 4.0);
}

/// Whether any step of the plan computes on three arrays at once.
template <class E>
bool is_one_pass(const E& x) {
  rt::evaluate(x);
  for (const auto& step : rt::report(x).plan.steps) {
    if (step.inputs.size() >= 3) return true;
  }
  return false;
}

const rt::SemiringLaws all_laws{.associative = true, .commutative = true, .distributes = true};

}  // namespace

TEST_CASE("log-sum-exp takes the greatest term out, so that nothing overflows") {
  for (int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    for (const double shift : {0.0, 1000.0, -1000.0}) {
      const auto x = rt::as_array(numbers(5, 300, 1) + shift);
      const auto y = numbers(300, 4, 2);
      rt::evaluate(x, y);
      const auto product = rt::einsum<"ij,jk->ik", rt::LogSumExp>(x, y);
      const auto found = rt::to_vector(product);
      for (std::int64_t i = 0; i < 5; ++i) {
        for (std::int64_t k = 0; k < 4; ++k) {
          double sum = 0;
          for (std::int64_t j = 0; j < 300; ++j) {
            sum += std::exp(number(i, j, 1) + number(j, k, 2));
          }
          CHECK(agrees(found[std::size_t(i * 4 + k)], std::log(sum) + shift, 1e-13));
        }
      }
      require_reference(product, 1e-12);
      require_reference(rt::einsum<"ij->", rt::LogSumExp>(x), 1e-12);
      require_reference(rt::einsum<"ij->j", rt::LogSumExp>(rt::astype<float>(x)), 1e-5);
      require_reference(rt::einsum<"ij,jk,kl->il", rt::LogSumExp>(x, y, numbers(4, 3, 3)), 1e-12);
    }
  }
}

TEST_CASE("log-sum-exp of operands whose greatest terms do not meet is no -inf") {
  auto context = rt::Context::loopback(2);
  const auto x = rt::from_span(std::vector<double>{0, -2000}, {2});
  const auto y = rt::from_span(std::vector<double>{-2000, 0}, {2});
  CHECK(rt::item(rt::einsum<"i,i->", rt::LogSumExp>(x, y)) == -2000 + std::log(2.0));
}

TEST_CASE("log-sum-exp of infinities, of nothing and of NaN is as numpy.logaddexp.reduce has it") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto of = [](std::vector<double> values) {
      const auto n = std::int64_t(values.size());
      return double(rt::item(rt::einsum<"i->", rt::LogSumExp>(rt::from_span(values, {n}))));
    };
    CHECK(of({}) == -inf);
    CHECK(of({-inf}) == -inf);
    CHECK(of({-inf, -inf, -inf, -inf, -inf, -inf, -inf, -inf, -inf}) == -inf);
    CHECK(of({-inf, 3, -inf, -inf}) == 3);
    CHECK(of({inf, 3, -inf}) == inf);
    CHECK(of({inf, inf}) == inf);
    CHECK(std::isnan(of({1, std::nan(""), 2})));
    CHECK(std::isnan(of({inf, std::nan(""), 2})));
    const auto whole = rt::einsum<"i->", rt::LogSumExp>(rt::arange(3));  // of integers: double
    CHECK(agrees(whole.item(), std::log(1 + std::exp(1.0) + std::exp(2.0)), 1e-15));
  }
}

TEST_CASE("sums of squared and of absolute differences are distances") {
  for (int sites : {1, 2, 4, 5}) {
    auto context = rt::Context::loopback(sites);
    const auto x = numbers(6, 9, 1);
    const auto y = numbers(5, 9, 2);
    const auto squares = rt::einsum<"ik,jk->ij", rt::SumSquaredDifferences>(x, y);
    const auto streets = rt::einsum<"ik,jk->ij", rt::SumAbsoluteDifferences>(x, y);
    for (std::int64_t i = 0; i < 6; ++i) {
      for (std::int64_t j = 0; j < 5; ++j) {
        double square = 0;
        double street = 0;
        for (std::int64_t k = 0; k < 9; ++k) {
          const double difference = number(i, k, 1) - number(j, k, 2);
          square += difference * difference;
          street += std::abs(difference);
        }
        CHECK(rt::item(squares(i, j)) == square);
        CHECK(rt::item(streets(i, j)) == street);
      }
    }
    require_reference(squares);
    require_reference(streets);
    const auto small = rt::astype<std::uint8_t>(rt::arange(5));
    CHECK(rt::item(rt::einsum<"i,i->", rt::SumAbsoluteDifferences>(
              small, small(rt::slice({}, {}, -1)))) == 12);
  }
}

TEST_CASE("two lambdas are a semiring, which may hold numbers") {
  for (int sites : {1, 2, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto a = chances(4, 5, 1);
    const auto b = chances(5, 3, 2);
    const auto c = chances(3, 6, 3);
    const double least = 0.0625;
    const auto reliable =
        rt::semiring([](double x, double y) { return x * y; },
                     [](double x, double y) { return x > y ? x : y; }, 0.0, all_laws);
    const auto capped =
        rt::semiring([least](double x, double y) { return std::max(least, x * y); },
                     [](double x, double y) { return x + y; }, 0.0, {.commutative = true});
    rt::evaluate(a, b, c);
    const auto best = rt::einsum<"ij,jk,kl->il">(reliable, a, b, c);
    const auto two = rt::einsum<"ij,jk->ik">(capped, a, b);
    const auto of_a = rt::to_vector(a);
    const auto of_b = rt::to_vector(b);
    const auto of_c = rt::to_vector(c);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t l = 0; l < 6; ++l) {
        double most = 0;
        for (std::size_t j = 0; j < 5; ++j) {
          for (std::size_t k = 0; k < 3; ++k) {
            most = std::max(most, of_a[i * 5 + j] * of_b[j * 3 + k] * of_c[k * 6 + l]);
          }
        }
        CHECK(agrees(double(rt::item(best(int(i), int(l)))), most, 1e-15));
      }
      for (std::size_t k = 0; k < 3; ++k) {
        double sum = 0;
        for (std::size_t j = 0; j < 5; ++j) {
          sum += std::max(least, of_a[i * 5 + j] * of_b[j * 3 + k]);
        }
        CHECK(agrees(double(rt::item(two(int(i), int(k)))), sum, 1e-14));
      }
    }
    require_reference(best, 1e-14);
    require_reference(two, 1e-14);
    require_reference(rt::einsum<"...j,jk->...k">(reliable, a, b), 1e-14);
    const auto later = rt::einsum<2>(capped, "ij,jk->ik", a, b);
    CHECK(rt::to_vector(later) == rt::to_vector(two));
    CHECK_THROWS_AS(rt::einsum<1>(capped, "ij,jk->ik", a, b), rt::ShapeMismatch);
  }
}

TEST_CASE("lambdas of any element type are a semiring of each of them") {
  auto context = rt::Context::loopback(2);
  const auto either = rt::semiring([](auto x, auto y) { return x > y ? x : y; },
                                   [](auto x, auto y) { return x < y ? x : y; }, 100, all_laws);
  const auto x = rt::arange(6);
  const auto y = rt::arange(6.0f);
  const auto of_int = rt::einsum<"i,j->j">(either, x, x);
  static_assert(std::is_same_v<decltype(of_int)::value_type, int>);
  CHECK(rt::to_vector(of_int) == std::vector<int>{0, 1, 2, 3, 4, 5});
  const auto of_both = rt::einsum<"i,j->j">(either, x, y);
  static_assert(std::is_same_v<decltype(of_both)::value_type, double>);
  CHECK(rt::to_vector(of_both) == std::vector<double>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("operands are reordered only where the laws license it") {
  auto context = rt::Context::loopback(2);
  const auto a = chances(8, 9, 1);
  const auto b = chances(9, 7, 2);
  const auto c = chances(7, 5, 3);
  rt::evaluate(a, b, c);
  const auto product = [](double x, double y) { return x * y; };
  const auto greater = [](double x, double y) { return x > y ? x : y; };
  const auto chain = [&](const rt::SemiringLaws& laws) {
    return rt::einsum<"ij,jk,kl->il">(rt::semiring(product, greater, 0.0, laws), a, b, c);
  };
  const auto expected = rt::to_vector(chain({}));
  CHECK(is_one_pass(chain({})));
  CHECK(is_one_pass(chain({.associative = true, .commutative = true})));
  CHECK(is_one_pass(chain({.associative = true, .distributes = true})));
  CHECK_FALSE(is_one_pass(chain(all_laws)));
  CHECK(rt::to_vector(chain(all_laws)) == expected);
}

TEST_CASE("a law that does not hold is an error that shows for which numbers") {
  auto context = rt::Context::loopback(1);
  const auto x = rt::ones({2, 2});
  const auto minus = [](double a, double b) { return a - b; };
  const auto plus = [](double a, double b) { return a + b; };
  const auto least = [](double a, double b) { return a < b ? a : b; };
  const auto einsum_by = [&](const auto& semiring) {
    return rt::einsum<"ij,jk->ik">(semiring, x, x);
  };
  CHECK_THROWS_WITH(
      einsum_by(rt::semiring(minus, least, inf, {.commutative = true})),
      "relatile: einsum: semiring: it is a law that combine(a, b) is combine(b, a), but for a = "
      "0.25, b = 0.5 these are -0.25 and 0.25; declare only what holds, of combine in "
      "{.associative, .commutative, .distributes}");
  CHECK_THROWS_WITH(
      einsum_by(rt::semiring(plus, plus, 0.0, {.distributes = true, .name = "sums"})),
      "relatile: einsum: sums: it is a law that combine(a, reduce(b, c)) is reduce(combine(a, b), "
      "combine(a, c)), but for a = 0.25, b = 0.25, c = 0.25 these are 0.75 and 1; declare only "
      "what holds, of combine in {.associative, .commutative, .distributes}");
  CHECK_THROWS_WITH(
      einsum_by(rt::semiring(plus, least, 0.0)),
      "relatile: einsum: semiring: it is a law that reduce(identity, a) is a, but for a = 0.25 "
      "these are 0 and 0.25; declare only what holds, of combine in {.associative, .commutative, "
      ".distributes}");
  CHECK_THROWS_WITH(  // in the order of mathematics, addition first
      einsum_by(rt::semiring(least, plus, inf)),
      "relatile: einsum: semiring: it is a law that reduce(identity, a) is a, but for a = 0.25 "
      "these are inf and 0.25; declare only what holds, of combine in {.associative, .commutative, "
      ".distributes}");
  CHECK_THROWS_AS(einsum_by(rt::semiring(plus, plus, -inf)), rt::Error);
  CHECK_THROWS_AS(einsum_by(rt::semiring(plus, minus, 0.0)), rt::Error);
  CHECK_NOTHROW(einsum_by(rt::semiring(minus, least, inf)));
}

}  // namespace semirings_test
