// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/core/kernel_identity.hpp"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/kernel/blocks/block_combine.hpp"
#include "support/catch.hpp"

namespace kernel_identity_test {

using namespace relatile;

namespace {

auto scale(double by) {
  return [by](double x) { return by * x; };
}
auto shift(std::int64_t by) {
  return [by](double x) { return x + static_cast<double>(by); };
}

/// Has padding after `sign`, and after `last`.
struct Padded {
  char sign;
  double factor;
  int last;
  double operator()(double x) const { return factor * x; }
};

/// A Padded whose padding bytes all are `filler`.
struct PaddedOn {
  alignas(Padded) std::byte bytes[sizeof(Padded)];
  explicit PaddedOn(int filler) { std::memset(bytes, filler, sizeof bytes); }
  const Padded& make(char sign, double factor, int last) {
    auto& made = *reinterpret_cast<Padded*>(bytes);
    made.sign = sign;
    made.factor = factor;
    made.last = last;
    return made;
  }
};

double halve(double x) { return x / 2; }
double twice(double x) { return x * 2; }

}  // namespace

TEST_CASE("functions of one type and one state are identical") {
  CHECK(identity_of(scale(2.0)) == identity_of(scale(2.0)));
  CHECK(identity_of(shift(7)) == identity_of(shift(7)));
  CHECK(identity_of(shift(7)).type != 0);
  CHECK(identity_of(shift(7)).type != identity_of([](double x) { return x; }).type);
  CHECK(identity_of([](double x) { return x; }).state.empty());
}

TEST_CASE("functions that hold other numbers are not") {
  CHECK(identity_of(shift(7)).type == identity_of(shift(8)).type);
  CHECK(identity_of(shift(7)).state != identity_of(shift(8)).state);
  CHECK(identity_of(shift(7)).state.size() == sizeof(std::int64_t));
#if defined(__GNUC__) && !defined(__clang__)
  CHECK(identity_of(scale(2.0)).state != identity_of(scale(2.5)).state);
  const auto pair = [](int a, double b) { return [a, b](double x) { return a * x + b; }; };
  CHECK(identity_of(pair(1, 2.0)) == identity_of(pair(1, 2.0)));
  CHECK(identity_of(pair(1, 2.0)).state != identity_of(pair(1, 3.0)).state);
  CHECK(identity_of(pair(1, 2.0)).state != identity_of(pair(2, 2.0)).state);
#endif
}

TEST_CASE("what functions hold is read however they were kept before") {
  const auto held = [](std::int64_t by) {
    const auto named = [by](const auto& x) { return x + by; };
    return std::make_tuple(named);
  };
  const auto seven = held(7);
  CHECK(identity_of(std::get<0>(seven)).state.size() == sizeof(std::int64_t));
  CHECK(identity_of(std::get<0>(seven)) == identity_of(std::get<0>(held(7))));
  CHECK(identity_of(std::get<0>(seven)).state != identity_of(std::get<0>(held(8))).state);

  const auto in_pair = [](std::int64_t a, std::int64_t b) {
    return [both = std::make_pair(a, b)](std::int64_t x) { return both.first * x + both.second; };
  };
  CHECK(identity_of(in_pair(1, 2)) == identity_of(in_pair(1, 2)));
  CHECK(identity_of(in_pair(1, 2)).state != identity_of(in_pair(1, 3)).state);
}

TEST_CASE("padding says nothing") {
  PaddedOn ones(0xff);
  PaddedOn zeros(0);
  const Padded& a = ones.make('+', 2.0, 3);
  const Padded& b = zeros.make('+', 2.0, 3);
  REQUIRE(std::memcmp(&a, &b, sizeof(Padded)) != 0);
  CHECK(identity_of(a) == identity_of(b));
#if defined(__GNUC__) && !defined(__clang__)
  CHECK(identity_of(a).state != identity_of(zeros.make('-', 2.0, 3)).state);
  CHECK(identity_of(a).state != identity_of(zeros.make('+', 2.0, 4)).state);
#endif
}

TEST_CASE("addresses say nothing") {
  const auto adding = [](const double& by) { return [&by](double x) { return x + by; }; };
  const double on_stack = 2.0;
  static double is_static = 3.0;
  const auto on_heap = std::make_unique<double>(4.0);
  CHECK(identity_of(adding(on_stack)) == identity_of(adding(*on_heap)));
  CHECK(identity_of(adding(on_stack)) == identity_of(adding(is_static)));
  const auto beside = [](const double& by, std::int64_t n) {
    return [&by, n](double x) { return x + by * static_cast<double>(n); };
  };
  CHECK(identity_of(beside(on_stack, 5)) == identity_of(beside(*on_heap, 5)));
  CHECK(identity_of(beside(on_stack, 5)).state != identity_of(beside(on_stack, 6)).state);
}

TEST_CASE("a number that looks like an address of nothing counts, and so do pairs of integers") {
  // The last page below the end of what a process may have is never mapped.
  CHECK(identity_of(shift((std::int64_t{1} << 47) - 8)).state !=
        identity_of(shift((std::int64_t{1} << 47) - 16)).state);
  int here = 0;
  std::array<std::int32_t, 2> halves{};
  const int* const address = &here;
  std::memcpy(&halves, &address, sizeof halves);
  const auto two = [halves](double x) { return x + halves[0] + halves[1]; };
  CHECK(identity_of(two).state == std::string(reinterpret_cast<const char*>(&two), sizeof two));
}

TEST_CASE("what is no plain bytes is known by its type alone") {
  const std::vector<double> weights{1, 2, 3};
  const auto weighted = [weights](double x) { return weights[0] * x; };
  CHECK(identity_of(weighted).type != 0);
  CHECK(identity_of(weighted).state.empty());
  CHECK(identity_of(&halve) == identity_of(&twice));
  CHECK(identity_of(&halve).state.empty());
}

TEST_CASE("a declared function is identified as the function itself") {
  CHECK(identity_of(declare(shift(7)).named("shift")) == identity_of(shift(7)));
  CHECK(identity_of(declare(shift(7))).state != identity_of(declare(shift(8))).state);
  const auto mine = declare(shift(7)).differs_by_rank().named("mine");
  CHECK(identity_of(mine).differs_by_rank);
  CHECK(identity_of(mine).state.empty());
  CHECK(identity_of(mine) == identity_of(declare(shift(8)).differs_by_rank()));
  CHECK_FALSE(identity_of(declare(shift(7))).differs_by_rank);
  const auto shaped = declare(shift(7)).differs_by_rank().returns<Dense<double, 0>>(
      [](std::span<const Extents>) { return Extents{}; });
  CHECK(identity_of(shaped).differs_by_rank);
}

TEST_CASE("kernels on blocks carry the identity of the function") {
  using Number = Dense<double, 0>;
  const auto kernel =
      kernel::make_block_kernel<Number, kernel::NoAggregate, decltype(shift(7)), Number>(shift(7),
                                                                                         "kernel");
  CHECK(kernel.identity == identity_of(shift(7)));
  const auto add = [by = std::int64_t{4}](double a, double b) {
    return a + b + static_cast<double>(by);
  };
  CHECK(kernel::make_block_combine<Number>(add, "aggregate").identity == identity_of(add));
}

}  // namespace kernel_identity_test
