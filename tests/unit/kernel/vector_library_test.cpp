// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/kernel/functions/impl/vector_code.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"
#include "support/run_chunk.hpp"

// Functions that have vector code of their own, beside those of the C library in a wider type.
// Without the library's other code, so that it is compiled for each kind of vectors.

namespace vector_library_test {

using namespace relatile;
using test::run_chunk;

namespace {

using Run = void (*)(const Chunk&);

template <class T>
using Wider = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// How far a result is from the right one in units of its last place; infinite if it is another
/// special value, or a zero of another sign. Where the greatest number is right it may be infinite.
template <class T>
double units_apart(T result, Wider<T> right) {
  using Limits = std::numeric_limits<T>;
  const T rounded = static_cast<T>(right);
  if (std::isnan(result) || std::isnan(rounded)) {
    return std::isnan(result) == std::isnan(rounded) ? 0 : HUGE_VAL;
  }
  if (std::signbit(result) != std::signbit(rounded)) return HUGE_VAL;
  if (result == rounded) return 0.5;
  if (std::isinf(result) || std::isinf(rounded)) {
    const Wider<T> nearly = Wider<T>(Limits::max()) * (1 - 4 * Wider<T>(Limits::epsilon()));
    return std::isfinite(right) && std::abs(right) > nearly ? 4 : HUGE_VAL;
  }
  const int exponent =
      right == 0 ? Limits::min_exponent : std::max(std::ilogb(right) + 1, Limits::min_exponent);
  const auto last = std::ldexp(Wider<T>(1), exponent - Limits::digits);
  return static_cast<double>(std::abs(Wider<T>(result) - right) / last);
}

template <class T>
std::vector<T> special_numbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> x;
  for (const T s : {T(0), T(0.25), T(0.5), T(1), T(2), T(3), T(4), T(100), T(710), T(1e10),
                    T(1e-10), Limits::denorm_min(), Limits::min(), Limits::max(),
                    Limits::infinity(), Limits::quiet_NaN()}) {
    x.push_back(s);
    x.push_back(-s);
  }
  return x;
}

/// Numbers of any bits, and from several ranges.
template <class T>
std::vector<T> numbers(int count) {
  std::vector<T> x;
  std::mt19937_64 random(1);
  const auto between = [&](double low, double high) {
    return static_cast<T>(std::uniform_real_distribution<double>(low, high)(random));
  };
  for (int i = 0; i < count; ++i) {
    using Bits = std::conditional_t<std::is_same_v<T, float>, std::uint32_t, std::uint64_t>;
    x.push_back(std::bit_cast<T>(static_cast<Bits>(random())));
    x.push_back(between(-1, 1));
    x.push_back(between(-10, 10));
    x.push_back(between(-1000, 1000));
    x.push_back(between(0.999, 1.001));
    x.push_back(static_cast<T>(std::exp(between(-30, 30))));
  }
  return x;
}

/// Special numbers, and then others.
template <class T>
std::vector<T> all_numbers(int count) {
  std::vector<T> all = special_numbers<T>();
  const std::vector<T> others = numbers<T>(count);
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

template <class F, class T>
double worst_of(Run run) {
  const std::vector<T> x = all_numbers<T>(5000);
  const std::vector<T> result = run_chunk(run, x);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Wider<T> right = F::apply(Wider<T>(x[i]));
    const double off = units_apart(result[i], right);
    if (off > 4) UNSCOPED_INFO("of " << x[i] << ": " << result[i] << ", not " << right);
    worst = std::max(worst, off);
  }
  return worst;
}

/// Whether numbers by themselves, and with some of their neighbours, become the same bits as in a
/// long run.
template <class T>
bool same_anywhere(Run run) {
  const std::vector<T> x = all_numbers<T>(30);
  const std::vector<T> together = run_chunk(run, x);
  bool same = true;
  for (std::size_t first = 0; first < x.size(); ++first) {
    for (const std::size_t count : {1, 2, 3, 7, 17}) {
      if (first + count > x.size()) continue;
      const auto begin = x.begin() + std::ptrdiff_t(first);
      const std::vector<T> part(begin, begin + std::ptrdiff_t(count));
      const std::vector<T> alone = run_chunk(run, part);
      same = same && std::memcmp(alone.data(), &together[first], count * sizeof(T)) == 0;
    }
  }
  return same;
}

template <class T>
bool same_in_place(Run run) {
  std::vector<T> x = all_numbers<T>(30);
  const std::vector<T> elsewhere = run_chunk(run, x);
  const void* const input = x.data();
  Chunk chunk;
  chunk.inputs = {&input, 1};
  chunk.output = x.data();
  chunk.count = std::int64_t(x.size());
  run(chunk);
  return std::memcmp(x.data(), elsewhere.data(), x.size() * sizeof(T)) == 0;
}

template <class F, class T>
void check_vector_code() {
  const Run run = kernel::vector_code<F, T>();
  CAPTURE(std::string(F::name), sizeof(T));
  CHECK(worst_of<F, T>(run) <= 4);
  CHECK(same_anywhere<T>(run));
  CHECK(same_in_place<T>(run));
}

template <class F>
double value_of(double x) {
  return run_chunk<double>(kernel::vector_code<F, double>(), {x})[0];
}

}  // namespace

TEMPLATE_TEST_CASE("vector code is within four units, right at special values, the same anywhere",
                   "", float, double) {
  if constexpr (kernel::has_vector_library) {
#define RELATILE_CHECK_VECTOR_CODE(F, called) check_vector_code<function::F, TestType>();
    RELATILE_VECTOR_LIBRARY(RELATILE_CHECK_VECTOR_CODE, RELATILE_CHECK_VECTOR_CODE)
#undef RELATILE_CHECK_VECTOR_CODE
    check_vector_code<function::Sqrt, TestType>();
    CHECK(worst_of<function::Sqrt, TestType>(kernel::vector_code<function::Sqrt, TestType>()) ==
          0.5);
  }
}

TEST_CASE("vector code is exact where whole numbers are right") {
  if constexpr (kernel::has_vector_library) {
    for (int k = -1022; k < 1024; ++k) {
      CHECK(value_of<function::Log2>(std::ldexp(1.0, k)) == k);
      CHECK(value_of<function::Exp2>(k) == std::ldexp(1.0, k));
    }
    CHECK(value_of<function::Log>(1) == 0);
    CHECK(value_of<function::Cos>(0) == 1);
    CHECK(value_of<function::Cosh>(0) == 1);
    CHECK(value_of<function::Tanh>(30) == 1);
    CHECK(value_of<function::Erfc>(0) == 1);
    CHECK(value_of<function::Arccos>(-1) == std::acos(-1.0));
    CHECK(value_of<function::Arctan>(1) == std::atan(1.0));
    CHECK(value_of<function::Arcsin>(1) == std::asin(1.0));
  }
}

TEMPLATE_TEST_CASE("vector code keeps to the range of a function", "", float, double) {
  if constexpr (kernel::has_vector_library) {
    // Where sin or cos is 1 or -1, and nearly so; of the first ones, by libm's vectors, beyond
    // that.
    std::vector<TestType> x{TestType(15.707963267950644), TestType(18.849555921403045),
                            TestType(1.57068098f), TestType(4.71250439f), TestType(7.85409451f)};
    for (int k = 0; k < 400; ++k) {
      const double extreme = k * std::numbers::pi / 2;
      for (int off = -400; off <= 400; ++off) {
        x.push_back(static_cast<TestType>(extreme * (1 + 1e-10 * off)));
        x.push_back(static_cast<TestType>(extreme + 1e-7 * off));
      }
    }
    for (int k = 0; k < 5000; ++k) x.push_back(static_cast<TestType>(k * 0.01));
    for (const Run run : {kernel::vector_code<function::Sin, TestType>(),
                          kernel::vector_code<function::Cos, TestType>(),
                          kernel::vector_code<function::Tanh, TestType>(),
                          kernel::vector_code<function::Erf, TestType>()}) {
      const std::vector<TestType> y = run_chunk(run, x);
      const auto [least, most] = std::minmax_element(y.begin(), y.end());
      CHECK(*least >= -1);
      CHECK(*most <= 1);
    }
  }
}

TEST_CASE("where the C library has no functions of vectors, Eigen has some of floats") {
  CHECK(worst_of<function::Sin, float>(&kernel::run_by_eigen<function::Sin>) <= 6);
  CHECK(worst_of<function::Cos, float>(&kernel::run_by_eigen<function::Cos>) <= 6);
  CHECK(worst_of<function::Log1p, float>(&kernel::run_by_eigen<function::Log1p>) <= 6);
  CHECK(worst_of<function::Tanh, float>(&kernel::run_by_eigen<function::Tanh>) <= 6);
}

}  // namespace vector_library_test
