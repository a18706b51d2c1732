// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/kernel/functions/impl/vector_code.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

// Functions that have vector code of their own, beside those of the C library in a wider type.
// Without the library's other code, so that it is compiled for each kind of vectors.

namespace vector_library_test {

using namespace relatile;

namespace {

using Run = void (*)(const Chunk&);

/// Vectors of one or two operands through a kernel.
template <class T>
std::vector<T> computed(Run run, const std::vector<std::vector<T>>& operands) {
  std::vector<const void*> inputs;
  for (const auto& operand : operands) inputs.push_back(operand.data());
  std::vector<T> result(operands[0].size());
  Chunk chunk;
  chunk.inputs = inputs;
  chunk.output = result.data();
  chunk.count = std::int64_t(result.size());
  run(chunk);
  return result;
}

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
std::vector<T> numbers(int count, unsigned seed) {
  std::vector<T> x;
  std::mt19937_64 random(seed);
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

/// Special numbers, each with each of them where there are two operands, and then others.
template <class F, class T>
std::vector<std::vector<T>> operands_of(int count) {
  const std::vector<T> special = special_numbers<T>();
  std::vector<std::vector<T>> operands(F::arity);
  if (F::arity == 1) {
    operands[0] = special;
  } else {
    for (const T x : special) {
      for (const T y : special) {
        operands[0].push_back(x);
        operands.back().push_back(y);
      }
    }
  }
  for (std::size_t k = 0; k < operands.size(); ++k) {
    std::vector<T> others = numbers<T>(count, static_cast<unsigned>(k));
    std::shuffle(others.begin(), others.end(), std::mt19937(3 + unsigned(k)));
    operands[k].insert(operands[k].end(), others.begin(), others.end());
  }
  return operands;
}

template <class F, class T>
double worst_of(Run run) {
  const auto operands = operands_of<F, T>(5000);
  const std::vector<T> result = computed(run, operands);
  double worst = 0;
  for (std::size_t i = 0; i < result.size(); ++i) {
    Wider<T> right = 0;
    if constexpr (F::arity == 1) {
      right = F::apply(Wider<T>(operands[0][i]));
    } else {
      right = F::apply(Wider<T>(operands[0][i]), Wider<T>(operands[1][i]));
    }
    const double off = units_apart(result[i], right);
    if (off > 4) UNSCOPED_INFO("of " << operands[0][i] << ": " << result[i] << ", not " << right);
    worst = std::max(worst, off);
  }
  return worst;
}

/// The numbers of a run one by one, as each of them is in it alone, have the same bits.
template <class F, class T>
bool same_anywhere(Run run) {
  const auto operands = operands_of<F, T>(30);
  const std::vector<T> together = computed(run, operands);
  bool same = true;
  for (std::size_t first = 0; first < together.size(); ++first) {
    for (const std::size_t count : {1, 2, 3, 7, 17}) {
      if (first + count > together.size()) continue;
      std::vector<std::vector<T>> part;
      for (const auto& operand : operands) {
        const auto begin = operand.begin() + std::ptrdiff_t(first);
        part.emplace_back(begin, begin + std::ptrdiff_t(count));
      }
      const std::vector<T> alone = computed(run, part);
      same = same && std::memcmp(alone.data(), &together[first], count * sizeof(T)) == 0;
    }
  }
  return same;
}

template <class F, class T>
bool same_in_place(Run run) {
  auto operands = operands_of<F, T>(30);
  const std::vector<T> elsewhere = computed(run, operands);
  std::vector<const void*> inputs;
  for (const auto& operand : operands) inputs.push_back(operand.data());
  Chunk chunk;
  chunk.inputs = inputs;
  chunk.output = operands.back().data();
  chunk.count = std::int64_t(elsewhere.size());
  run(chunk);
  return std::memcmp(operands.back().data(), elsewhere.data(), elsewhere.size() * sizeof(T)) == 0;
}

template <class F, class T>
void check_vector_code() {
  const Run run = kernel::vector_code<F, T>();
  CAPTURE(std::string(F::name), sizeof(T));
  CHECK(worst_of<F, T>(run) <= 4);
  CHECK(same_anywhere<F, T>(run));
  CHECK(same_in_place<F, T>(run));
}

/// What F makes of one number, or two.
template <class F, class... T>
double value_of(T... x) {
  const std::vector<std::vector<double>> operands{std::vector<double>{double(x)}...};
  return computed<double>(kernel::vector_code<F, double>(), operands)[0];
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
    for (int k = 1; k < 100; ++k) {
      CHECK(value_of<function::Hypot>(3 * k, 4 * k) == 5 * k);
      CHECK(value_of<function::Hypot>(5 * k, 12 * k) == 13 * k);
    }
    CHECK(value_of<function::Log>(1) == 0);
    CHECK(value_of<function::Cos>(0) == 1);
    CHECK(value_of<function::Cosh>(0) == 1);
    CHECK(value_of<function::Tanh>(30) == 1);
    CHECK(value_of<function::Erfc>(0) == 1);
    CHECK(value_of<function::Arccos>(-1) == std::acos(-1.0));
    CHECK(value_of<function::Arctan2>(1, 1) == std::atan(1.0));
  }
}

TEST_CASE("where the C library has no functions of vectors, Eigen has some of floats") {
  CHECK(worst_of<function::Sin, float>(&kernel::run_by_eigen<function::Sin>) <= 6);
  CHECK(worst_of<function::Cos, float>(&kernel::run_by_eigen<function::Cos>) <= 6);
  CHECK(worst_of<function::Log1p, float>(&kernel::run_by_eigen<function::Log1p>) <= 6);
  CHECK(worst_of<function::Tanh, float>(&kernel::run_by_eigen<function::Tanh>) <= 6);
}

}  // namespace vector_library_test
