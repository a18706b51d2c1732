// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/core/type_list.hpp"
#include "relatile/function/list.hpp"
#include "support/catch.hpp"

namespace relatile {
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

/// The same number in vector code: exactly for arithmetic, else within 8 units in the last place.
template <class F, class C>
bool agrees(C got, C expected) {
  if constexpr (is_complex_v<C>) {
    return agrees<F>(got.real(), expected.real()) && agrees<F>(got.imag(), expected.imag());
  } else if constexpr (std::is_floating_point_v<C>) {
    using Limits = std::numeric_limits<C>;
    if (std::isnan(expected)) return std::isnan(got);
    if (got == expected) return std::signbit(got) == std::signbit(expected);
    if (F::flops < 10 || std::isinf(expected)) return false;
    const C smallest = 8 * Limits::denorm_min();
    return std::abs(got - expected) <= 8 * Limits::epsilon() * std::abs(expected) + smallest;
  } else {
    return got == expected;
  }
}

template <class F, class... X>
auto number(bool condition, const X&... x) {
  if constexpr (F::domain == function::Domain::choice) {
    return F::apply(condition, x...);
  } else {
    return F::apply(x...);
  }
}
template <class F, class Condition, class... X>
auto expression(const Condition& condition, const X&... x) {
  if constexpr (F::domain == function::Domain::choice) {
    return F::apply(condition, x...);
  } else {
    return F::apply(x...);
  }
}

template <class F, class C, std::size_t N>
void compare(const std::array<std::vector<C>, N>& operands, bool constant_last) {
  using Result = typename F::template result<C>;
  using Array = Eigen::Array<C, Eigen::Dynamic, 1>;
  using Map = Eigen::Map<const Array>;
  const auto size = static_cast<Eigen::Index>(operands[0].size());
  // vector<bool> has no data(), so copy.
  std::array<Array, N> arrays;
  for (std::size_t i = 0; i < N; ++i) {
    arrays[i] = Array(size);
    for (Eigen::Index k = 0; k < size; ++k) arrays[i][k] = operands[i][static_cast<std::size_t>(k)];
  }
  Eigen::Array<bool, Eigen::Dynamic, 1> condition(size);
  for (Eigen::Index k = 0; k < size; ++k) condition[k] = k % 3 == 0;
  const Eigen::Map<const Eigen::Array<bool, Eigen::Dynamic, 1>> condition_map(condition.data(),
                                                                              size);
  const auto check = [&](const auto& lazy, const auto& expected) {
    STATIC_REQUIRE(std::is_same_v<typename std::decay_t<decltype(lazy)>::Scalar, Result>);
    const Eigen::Array<Result, Eigen::Dynamic, 1> got = lazy;
    for (Eigen::Index k = 0; k < size; ++k) {
      if (agrees<F>(Result(got[k]), Result(expected(k)))) continue;
      CAPTURE(F::name, arrays[0][k], arrays[N - 1][k]);
      CHECK(got[k] == expected(k));
    }
  };
  const Map a(arrays[0].data(), size);
  const Map b(arrays[N - 1].data(), size);
  if constexpr (N == 1) {
    check(expression<F>(condition_map, a),
          [&](Eigen::Index k) { return number<F>(condition[k], C(a[k])); });
  } else if (constant_last) {
    const C c = b[size / 2];
    check(expression<F>(condition_map, a, Array::Constant(size, c)),
          [&](Eigen::Index k) { return number<F>(condition[k], C(a[k]), c); });
  } else {
    check(expression<F>(condition_map, a, b),
          [&](Eigen::Index k) { return number<F>(condition[k], C(a[k]), C(b[k])); });
  }
}

template <class F, class C>
bool check_functor() {
  using Operand = decltype(function::detail::converted<F::domain, C>());
  if constexpr (!std::is_same_v<Operand, C>) {
    return false;
  } else if constexpr (!F::template accepts<C> || !F::template on_arrays<C>) {
    return false;
  } else {
    const auto values = probes<C>();
    if constexpr (F::arity == 1) {
      // Each value in each lane, and in the rest that no full vector holds.
      for (std::size_t shift = 0; shift < 3; ++shift) {
        auto x = values;
        x.insert(x.begin(), shift, C(1));
        compare<F, C, 1>({x}, false);
      }
    } else {
      std::vector<C> x;
      std::vector<C> y;
      for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = 0; j < std::min<std::size_t>(values.size(), 40); ++j) {
          x.push_back(values[i]);
          y.push_back(values[j]);
        }
      }
      compare<F, C, 2>({x, y}, false);
      compare<F, C, 2>({x, y}, true);
    }
    return true;
  }
}

template <class C, class... F>
std::size_t check_all(TypeList<F...>) {
  return (std::size_t{0} + ... + (check_functor<F, C>() ? 1 : 0));
}

TEST_CASE("on Eigen arrays of reals, functors give what they give on numbers") {
  CHECK(check_all<float>(function::Elementwise{}) >= 20);
  CHECK(check_all<double>(function::Elementwise{}) >= 15);
}

TEST_CASE("on Eigen arrays of complex numbers as well") {
  CHECK(check_all<std::complex<float>>(function::Elementwise{}) >= 5);
  CHECK(check_all<std::complex<double>>(function::Elementwise{}) >= 5);
}

TEST_CASE("on Eigen arrays of integers and bool as well") {
  CHECK(check_all<bool>(function::Elementwise{}) >= 8);
  CHECK(check_all<std::int8_t>(function::Elementwise{}) >= 7);
  CHECK(check_all<std::uint16_t>(function::Elementwise{}) >= 7);
  CHECK(check_all<std::int32_t>(function::Elementwise{}) >= 7);
  CHECK(check_all<std::uint64_t>(function::Elementwise{}) >= 7);
}

TEST_CASE("expressions of functors nest without temporaries") {
  using Array = Eigen::Array<float, Eigen::Dynamic, 1>;
  const Array x = Array::LinSpaced(37, -3, 3);
  const Eigen::Map<const Array> map(x.data(), x.size());
  using function::Add, function::Multiply, function::Square, function::Tanh;
  const Array y = Add::apply(Tanh::apply(Multiply::apply(map, map)), Square::apply(map));
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    CHECK(y[k] == Approx(std::tanh(x[k] * x[k]) + x[k] * x[k]));
  }
}

}  // namespace
}  // namespace relatile
