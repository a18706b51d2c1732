// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/core/scalar_types.hpp"
#include "relatile/kernel/compiled_function.hpp"
#include "support/catch.hpp"

namespace relatile::compiled_function_test {
namespace {

/// Values at which vector code goes wrong, and ordinary ones among them.
template <class C>
std::vector<C> probes() {
  using Limits = std::numeric_limits<C>;
  if constexpr (std::is_same_v<C, bool>) {
    return {true, false};
  } else if constexpr (is_complex_v<C>) {
    std::vector<C> result;
    for (auto re : probes<real_t<C>>()) {
      result.emplace_back(re, re);
      result.emplace_back(re, real_t<C>(-0.5));
    }
    return result;
  } else if constexpr (is_integer_v<C>) {
    return {
        0, 1, 2, 3, 7, 100, Limits::max(), Limits::min(), static_cast<C>(-1), static_cast<C>(-2)};
  } else {
    std::vector<C> result = {C(0),
                             -C(0),
                             C(1),
                             C(-1),
                             C(0.5),
                             C(-0.5),
                             C(2.5),
                             C(-7),
                             C(1e-5),
                             C(-1e-5),
                             C(1e-20),
                             C(1e10),
                             C(-1e10),
                             C(8388607.5),
                             C(1e22),
                             C(87.9),
                             C(88.7),
                             C(89),
                             C(-87.9),
                             C(-100),
                             C(-103.9),
                             C(-110),
                             C(709.7),
                             C(-708.5),
                             C(-745),
                             C(-800),
                             Limits::min(),
                             -Limits::min(),
                             Limits::max(),
                             Limits::lowest(),
                             Limits::epsilon(),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::quiet_NaN(),
                             Limits::denorm_min(),
                             -Limits::denorm_min(),
                             C(1) - Limits::epsilon()};
    for (int i = 0; i < 200; ++i) result.push_back(C(i - 100) * C(0.173));
    return result;
  }
}

/// The same number in vector code: exactly for arithmetic, else within 8 units in the last place,
/// or the smallest normal number.
template <class T>
bool agrees(T got, T expected, bool exact) {
  if constexpr (is_complex_v<T>) {
    // A compiler may fuse one of two products into their difference, and not the same one in
    // vectors.
    const auto finite = [](T x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); };
    if (!finite(expected)) return !finite(got);
    using Limits = std::numeric_limits<real_t<T>>;
    return std::abs(got - expected) <= 8 * Limits::epsilon() * std::abs(expected) + Limits::min();
  } else if constexpr (std::is_floating_point_v<T>) {
    using Limits = std::numeric_limits<T>;
    if (std::isnan(expected)) return std::isnan(got);
    if (got == expected) return std::signbit(got) == std::signbit(expected);
    if (exact || std::isinf(expected)) return false;
    return std::abs(got - expected) <= 8 * Limits::epsilon() * std::abs(expected) + Limits::min();
  } else {
    return got == expected;
  }
}

bool agree(ElementType element, const std::byte* got, const std::byte* expected, bool exact) {
  return visit_scalar_type(element, [&]<class T>(std::type_identity<T>) {
    T a;
    T b;
    std::memcpy(&a, got, sizeof(T));
    std::memcpy(&b, expected, sizeof(T));
    return agrees(a, b, exact);
  });
}

/// A column of numbers as bytes: that every `stride`th probe comes `repeat` times, from `shift` on.
template <class C>
std::vector<std::byte> column(std::size_t size, std::size_t repeat, std::size_t shift) {
  const std::vector<C> values = probes<C>();
  std::vector<std::byte> bytes(size * sizeof(C));
  for (std::size_t i = 0; i < size; ++i) {
    const C value = values[(i + shift) / repeat % values.size()];
    std::memcpy(bytes.data() + i * sizeof(C), &value, sizeof(C));
  }
  return bytes;
}

/// The whole run against the plain body, element by element; the number of elements that differ.
std::size_t differences(const kernel::CompiledFunction& function) {
  const std::size_t size = 1111;  // no multiple of any vector's length
  std::vector<std::vector<std::byte>> columns;
  std::vector<const void*> inputs;
  for (int x = 0; x < function.arity; ++x) {
    columns.push_back(visit_scalar_type(
        function.operand_type(std::size_t(x)), [&]<class C>(std::type_identity<C>) {
          return column<C>(size, x == 0 ? 1 : 7, std::size_t(x) * 3);
        }));
    inputs.push_back(columns.back().data());
  }
  std::vector<std::byte> got(size * function.result.size);
  Chunk chunk;
  chunk.inputs = inputs;
  chunk.output = got.data();
  chunk.count = std::int64_t(size);
  function.run(chunk);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<const void*> operands;
    for (std::size_t x = 0; x < columns.size(); ++x) {
      operands.push_back(columns[x].data() + i * function.operand_type(x).size);
    }
    std::vector<std::byte> expected(function.result.size);
    function.plain(operands, expected.data(), {});
    if (!agree(function.result, got.data() + i * function.result.size, expected.data(),
               function.flops < 10)) {
      ++differing;
    }
  }
  return differing;
}

/// The function for operands that promote to T, if there is one.
template <class F, class T>
const kernel::CompiledFunction* function_for() {
  using Operand = decltype(function::detail::converted<F::domain, T>());
  if constexpr (std::is_same_v<Operand, T> && F::template accepts<Operand>) {
    return &kernel::function_of<F, Operand>();
  } else {
    return nullptr;
  }
}

template <class F, class... T>
int check_function(TypeList<T...>) {
  int checked = 0;
  for (const auto* function : {function_for<F, T>()...}) {
    if (!function) continue;
    CAPTURE(function->name, function->operand.name());
    CHECK(function->name == F::name);
    CHECK(differences(*function) == 0);
    ++checked;
  }
  return checked;
}
template <class... F>
int check_functions(TypeList<F...>) {
  return (check_function<F>(ScalarTypes{}) + ...);
}

TEST_CASE("runs of every function in the table give what it gives on numbers") {
  CHECK(check_functions(function::Elementwise{}) >= 450);
}

template <class... T>
int check_conversions(TypeList<T...>) {
  return (check_function<function::AsType<T>>(ScalarTypes{}) + ...);
}

TEST_CASE("so do conversions between all types of whole numbers and bits") {
  CHECK(check_conversions(TypeList<bool, std::complex<double>>{}) == 26);
  CHECK(check_conversions(TypeList<double, std::complex<float>>{}) == 26);
}

}  // namespace
}  // namespace relatile::compiled_function_test
