// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/kernel/compiled_function.hpp>
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
/// special value, or a zero of another sign. The greatest number may have become infinite.
template <class T>
double units_apart(T result, Wider<T> right) {
  using Limits = std::numeric_limits<T>;
  const T rounded = static_cast<T>(right);
  const bool same_sign = std::signbit(result) == std::signbit(rounded);
  if (std::isnan(result) || std::isnan(rounded)) {
    return std::isnan(result) == std::isnan(rounded) ? 0 : HUGE_VAL;
  }
  if (!same_sign) return HUGE_VAL;
  if (result == rounded) return 0.5;
  if (std::isinf(result) || std::isinf(rounded)) {
    return std::abs(right) / 2 > Limits::max() / 2 * (1 - 4 * Limits::epsilon()) ? 4 : HUGE_VAL;
  }
  const int exponent =
      right == 0 ? Limits::min_exponent : std::max(std::ilogb(right) + 1, Limits::min_exponent);
  const auto last = std::ldexp(Wider<T>(1), exponent - Limits::digits);
  return static_cast<double>(std::abs(Wider<T>(result) - right) / last);
}

/// Special values, and numbers of any bits and from several ranges.
template <class T>
std::vector<T> numbers(int count, unsigned seed) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> x;
  for (const T s : {T(0), T(0.25), T(0.5), T(1), T(2), T(3), T(100), T(710), T(1e10), T(1e-10),
                    Limits::denorm_min(), Limits::min(), Limits::max(), Limits::infinity(),
                    Limits::quiet_NaN()}) {
    x.push_back(s);
    x.push_back(-s);
  }
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

template <class F, class T>
std::vector<std::vector<T>> operands_of(int count) {
  std::vector<std::vector<T>> operands{numbers<T>(count, 1)};
  if (F::arity == 2) {
    operands.push_back(numbers<T>(count, 2));
    std::shuffle(operands[1].begin(), operands[1].end(), std::mt19937(3));
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
  CAPTURE(std::string(F::name), sizeof(T));
  const kernel::CompiledFunction& function = kernel::function_of<F, T>();
  CHECK(function.alone == kernel::has_vector_library);
  CHECK(worst_of<F, T>(function.run) <= 4);
  if (!kernel::has_vector_library) return;
  CHECK(same_anywhere<F, T>(function.run));
  CHECK(same_in_place<F, T>(function.run));
}

}  // namespace

TEMPLATE_TEST_CASE("vector code is within four units, right at special values, the same anywhere",
                   "", float, double) {
#define RELATILE_CHECK_VECTOR_CODE(F, called) \
  check_vector_code<function::F, function::operand_t<function::F, TestType>>();
  RELATILE_VECTOR_LIBRARY(RELATILE_CHECK_VECTOR_CODE, RELATILE_CHECK_VECTOR_CODE)
#undef RELATILE_CHECK_VECTOR_CODE
  check_vector_code<function::Sqrt, TestType>();
  CHECK(worst_of<function::Sqrt, TestType>(kernel::function_of<function::Sqrt, TestType>().run) ==
        0.5);
}

TEST_CASE("where the C library has no functions of vectors, Eigen has some of floats") {
  CHECK(worst_of<function::Sin, float>(&kernel::run_by_eigen<function::Sin>) <= 4);
  CHECK(worst_of<function::Cos, float>(&kernel::run_by_eigen<function::Cos>) <= 4);
  CHECK(worst_of<function::Log1p, float>(&kernel::run_by_eigen<function::Log1p>) <= 4);
  CHECK(worst_of<function::Tanh, float>(&kernel::run_by_eigen<function::Tanh>) <= 4);
}

}  // namespace vector_library_test
