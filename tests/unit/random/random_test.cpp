// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/random/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/relatile.hpp"
#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace relatile::random_test {
namespace {

template <class Work>
std::string refusal(Work&& work) {
  try {
    work();
  } catch (const ShapeMismatch& error) {
    return error.what();
  }
  return "";
}

/// Mean and variance, and the share of values below the mean.
struct Moments {
  double mean = 0;
  double variance = 0;
  double below = 0;
};
template <class T>
Moments moments(const std::vector<T>& values) {
  Moments result;
  const auto n = static_cast<double>(values.size());
  for (T x : values) result.mean += static_cast<double>(x) / n;
  for (T x : values) {
    const double distance = static_cast<double>(x) - result.mean;
    result.variance += distance * distance / n;
    result.below += distance < 0 ? 1 / n : 0;
  }
  return result;
}

TEST_CASE("Philox gives the known answers of Random123") {
  using Bits = random::Bits;
  CHECK(random::philox(0, 0, 0) == Bits{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  const std::uint64_t ones = ~std::uint64_t{0};
  CHECK(random::philox(ones, ones, ones) == Bits{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(random::philox(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88) ==
        Bits{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("values are the same on any number of sites, however the array is placed") {
  std::vector<double> uniform;
  std::vector<double> normal;
  std::vector<float> floats;
  std::vector<std::int64_t> integers;
  for (int sites : {1, 2, 3, 5}) {
    auto context = Context::loopback(sites);
    random::seed(7);
    const auto u = random::uniform({31, 3, 50});
    const auto n = random::normal({5, 700});
    const auto f = random::normal<float>(1, 2, {999});
    const auto i = random::integers(-50, 50, {4, 250});
    if (sites == 1) {
      uniform = to_vector(u);
      normal = to_vector(n);
      floats = to_vector(f);
      integers = to_vector(i);
    }
    CHECK(to_vector(placed(u, split(0))) == uniform);
    CHECK(to_vector(placed(u, split(2))) == uniform);
    CHECK(to_vector(placed(n, split(1))) == normal);
    CHECK(to_vector(placed(f, split(0))) == floats);
    CHECK(to_vector(placed(i, on_rank(sites - 1))) == integers);
  }
}

/// The elements of x, which is computed whole, that `choose` takes from it, and what is computed
/// where only they are needed.
template <class Make, class Choose>
void check_part(Make make, Choose choose) {
  for (int sites : {1, 2, 3, 5}) {
    auto context = Context::loopback(sites);
    const auto whole = make();
    evaluate(whole);
    const auto part = choose(make());
    // The array's handle is gone, so it is not computed: its generator moved into the view.
    CHECK(to_vector(part) == to_vector(choose(whole)));
  }
}

template <class Make>
void check_parts(Make make) {
  check_part(make, [](const auto& x) { return x(slice(1, 30, 3), slice(5, 1100, 7)); });
  check_part(make, [](const auto& x) { return x(slice(2, 3), slice(1, 1050)); });
  check_part(make, [](const auto& x) { return x(-1); });
  check_part(make, [](const auto& x) { return x(all_of_axis, 1); });
  check_part(make, [](const auto& x) { return transpose(x); });
  check_part(make, [](const auto& x) { return diagonal(x); });
  check_part(make, [](const auto& x) { return transpose(x)(slice(3, 1100, 5), newaxis, 7); });
}

TEST_CASE("a part of an array has the values that it has in the whole") {
  check_parts([] { return random::uniform({31, 1101}, random::Seed{1}); });
  check_parts([] { return random::normal({31, 1101}, random::Seed{1}); });
  check_parts([] { return random::uniform<float>(-1, 1, {31, 1101}, random::Seed{1}); });
  check_parts([] { return random::normal<float>({31, 1101}, random::Seed{1}); });
  check_parts([] { return random::integers<short>(-9, 9, {31, 1101}, random::Seed{1}); });
}

TEST_CASE("sums of random numbers equal the reference") {
  for (int sites : {1, 3}) {
    auto context = Context::loopback(sites);
    test::require_reference(random::integers(0, 100, {20, 30}));
    test::require_reference(sum(random::integers(0, 100, {20, 30}), 0));
    test::require_reference(random::uniform({20, 30}) - random::normal({30}), 1e-12);
  }
}

TEST_CASE("seeds and streams") {
  auto context = Context::loopback(2);
  const auto next = [] { return to_vector(random::integers(0, 1000000, {50})); };
  random::seed(1);
  const auto first = next();
  const auto second = next();
  CHECK(first != second);
  random::seed(1);
  CHECK(next() == first);
  CHECK(next() == second);
  random::seed(2);
  CHECK(next() != first);

  SECTION("a Seed gives the same wherever it stands and leaves the streams alone") {
    const auto own = [](std::uint64_t value) {
      return to_vector(random::integers(0, 1000000, {50}, random::Seed{value}));
    };
    random::seed(1);
    const auto alone = own(1);
    CHECK(next() == first);
    CHECK(own(1) == alone);
    CHECK(alone != first);
    CHECK(own(2) != alone);
    CHECK(own(1 + (std::uint64_t{1} << 32)) != alone);
  }
  SECTION("an array keeps its stream, whenever it is computed") {
    random::seed(1);
    const auto early = random::integers(0, 1000000, {50});
    const auto late = random::integers(0, 1000000, {50});
    random::seed(3);
    CHECK(to_vector(late) == second);
    CHECK(to_vector(early) == first);
  }
  SECTION("the shape does not matter, only the row-major index") {
    CHECK(to_vector(random::normal({6, 4}, random::Seed{5})) ==
          to_vector(random::normal({2, 3, 4}, random::Seed{5})));
    const auto longer = to_vector(random::uniform({25}, random::Seed{5}));
    const auto shorter = to_vector(random::uniform({11}, random::Seed{5}));
    CHECK(std::equal(shorter.begin(), shorter.end(), longer.begin()));
  }
}

TEST_CASE("moments of the distributions") {
  // Bounds are five standard deviations of the estimates, or more.
  auto context = Context::loopback(2);
  random::seed(11);
  constexpr std::int64_t count = 100000;
  const auto check = [](const Moments& m, double mean, double variance, double fuzz) {
    CHECK(std::abs(m.mean - mean) < 5 * std::sqrt(variance / double(count)));
    CHECK(std::abs(m.variance - variance) < fuzz * variance);
    CHECK(std::abs(m.below - 0.5) < 0.01);
  };
  check(moments(to_vector(random::uniform({count}))), 0.5, 1.0 / 12, 0.02);
  check(moments(to_vector(random::uniform<float>({count}))), 0.5, 1.0 / 12, 0.02);
  check(moments(to_vector(random::uniform(-3, 1, {count}))), -1, 16.0 / 12, 0.02);
  check(moments(to_vector(random::normal({count}))), 0, 1, 0.03);
  check(moments(to_vector(random::normal<float>({count}))), 0, 1, 0.03);
  check(moments(to_vector(random::normal(10, 0.5, {count}))), 10, 0.25, 0.03);
  check(moments(to_vector(random::integers(-50, 51, {count}))), 0, 850, 0.03);

  SECTION("tails and neighbours of the normal distribution") {
    for (const auto& x : {to_vector(random::normal({count})),
                          to_vector(astype<double>(random::normal<float>({count})))}) {
      double beyond = 0;
      double fourth = 0;
      double neighbours = 0;
      for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        beyond += std::abs(x[i]) > 2 ? 1.0 / double(count) : 0;
        fourth += std::pow(x[i], 4) / double(count);
        neighbours += x[i] * x[i + 1] / double(count);
      }
      CHECK(beyond == Approx(0.0455).margin(0.0035));
      CHECK(fourth == Approx(3).margin(0.16));
      CHECK(std::abs(neighbours) < 0.016);
    }
  }
}

TEST_CASE("uniform numbers stay below high, also after rounding") {
  auto context = Context::loopback(1);
  const auto range = [](const auto& x) {
    const auto values = to_vector(x);
    return std::pair(*std::min_element(values.begin(), values.end()),
                     *std::max_element(values.begin(), values.end()));
  };
  const auto [low, high] = range(random::uniform<float>({200000}, random::Seed{3}));
  CHECK((low >= 0 && low < 1e-4f));
  CHECK((high < 1 && high > 0.9999f));
  const float next = std::nextafter(16.0f, 17.0f);
  const auto narrow = range(random::uniform<float>(16.0f, next, {1000}, random::Seed{3}));
  CHECK(narrow == std::pair(16.0f, 16.0f));
  CHECK(range(random::uniform(2.5, 2.5, {10})) == std::pair(2.5, 2.5));
  CHECK(range(random::normal(2.5, 0, {10})) == std::pair(2.5, 2.5));
  const auto wide = range(random::uniform(-8e307, 8e307, {1000}, random::Seed{3}));
  CHECK((wide.first < -7e307 && wide.second > 7e307 && wide.second < 8e307));
}

TEST_CASE("integers cover their range evenly") {
  auto context = Context::loopback(2);
  random::seed(5);
  std::vector<int> counts(7, 0);
  for (auto i : to_vector(random::integers(-3, 4, {70000}))) {
    REQUIRE((i >= -3 && i < 4));
    ++counts[static_cast<std::size_t>(i + 3)];
  }
  for (int count : counts) CHECK(std::abs(count - 10000) < 500);

  for (auto i : to_vector(random::integers(10, {1000}))) REQUIRE((i >= 0 && i < 10));
  for (auto i : to_vector(random::integers(4, 5, {100}))) REQUIRE(i == 4);
  const auto bytes = to_vector(random::integers<std::int8_t>(-128, 128, {10000}));
  CHECK(*std::min_element(bytes.begin(), bytes.end()) == -128);
  CHECK(*std::max_element(bytes.begin(), bytes.end()) == 127);

  // Over nearly all of 64 bits, too, each half has its half.
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  const auto all = to_vector(random::integers(least, -(least + 1), {10000}));
  const auto negative = std::count_if(all.begin(), all.end(), [](auto i) { return i < 0; });
  CHECK(std::abs(negative - 5000) < 250);
  const auto large = to_vector(random::integers<std::uint64_t>(~std::uint64_t{0}, {10000}));
  const auto upper = std::count_if(large.begin(), large.end(), [](auto i) { return i >> 63 != 0; });
  CHECK(std::abs(upper - 5000) < 250);
}

TEST_CASE("element types and shapes") {
  auto context = Context::loopback(2);
  STATIC_REQUIRE(std::is_same_v<decltype(random::uniform({2, 3})), Array<double, 2>>);
  STATIC_REQUIRE(std::is_same_v<decltype(random::uniform(0, 1, {2})), Array<double, 1>>);
  STATIC_REQUIRE(std::is_same_v<decltype(random::normal<float>({2, 3})), Array<float, 2>>);
  STATIC_REQUIRE(std::is_same_v<decltype(random::normal<float>(0, 1, {2})), Array<float, 1>>);
  STATIC_REQUIRE(std::is_same_v<decltype(random::integers(9, {2})), Array<std::int64_t, 1>>);
  STATIC_REQUIRE(std::is_same_v<decltype(random::integers<short>(0, 9, {2})), Array<short, 1>>);
  const Extents shape{4, 5};
  CHECK(random::uniform<float, 2>(shape).shape() == shape);
  CHECK(random::normal<double, 2>(0, 1, shape, random::Seed{1}).shape() == shape);
  CHECK(random::integers<int, 2>(10, shape).shape() == shape);
  CHECK(to_vector(random::uniform<double, 0>(Extents{}, random::Seed{1})) ==
        to_vector(random::uniform({1}, random::Seed{1})));
  CHECK(to_vector(random::normal({0, 3})).empty());
}

TEST_CASE("arguments that make no sense are refused") {
  auto context = Context::loopback(1);
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(refusal([] { random::uniform(2, 1, {3}); }) ==
        "relatile: random::uniform: from low 2 to high 1: high must not be below low, and the "
        "distance must be finite");
  CHECK_FALSE(refusal([&] { random::uniform(0, infinite, {3}); }).empty());
  CHECK_FALSE(refusal([&] { random::uniform(0, infinite - infinite, {3}); }).empty());
  CHECK_FALSE(refusal([] { random::uniform(-1.7e308, 1.7e308, {3}); }).empty());
  CHECK(refusal([] { random::normal(0, -1, {3}); }) ==
        "relatile: random::normal: the scale -1 is negative or no number");
  CHECK_FALSE(refusal([&] { random::normal(0, infinite - infinite, {3}); }).empty());
  CHECK(refusal([] { random::integers(5, 5, {3}); }) ==
        "relatile: random::integers: there are none from low 5 to below high 5");
  CHECK_FALSE(refusal([] { random::integers(0, {3}); }).empty());
  CHECK(refusal([] { random::integers<std::int8_t>(0, 129, {3}); }) ==
        "relatile: random::integers: not all from low 0 to below high 129 are of type int8");
  CHECK_FALSE(refusal([] { random::integers<std::uint8_t>(-1, 3, {3}); }).empty());
  CHECK(refusal([] {
          random::uniform({3, -1});
        }) == "relatile: random::uniform: negative extents in (3, -1)");
  CHECK_FALSE(refusal([] { random::normal<double, 2>(Extents{3}); }).empty());
}

}  // namespace
}  // namespace relatile::random_test
