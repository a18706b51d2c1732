// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/array/choices.hpp"

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

#include "support/against_reference.hpp"

namespace choices_test {

namespace rt = relatile;
using rt::test::require_reference;
using rt::test::site_counts;

namespace {
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
}  // namespace

TEST_CASE("select takes the first choice whose condition holds") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = rt::arange<std::int64_t>(8);
    const auto y = rt::select(std::tuple(x<3, x> 5, x < 100), std::tuple(x, x * x, -x), 42);
    static_assert(std::is_same_v<rt::element_of<decltype(y)>, std::int64_t>);
    CHECK(rt::to_vector(y) == std::vector<std::int64_t>{0, 1, 2, -3, -4, -5, 36, 49});
    const auto z = rt::select(std::tuple(x < 2), std::tuple(x));
    CHECK(rt::to_vector(z) == std::vector<std::int64_t>{0, 1, 0, 0, 0, 0, 0, 0});
    require_reference(rt::select(std::tuple(x % 2 == 0, x(rt::all_of_axis, rt::newaxis) > 4),
                                 std::tuple(x * 0.5, 7), -1));
  }
}

TEST_CASE("choices are promoted together, whatever their order") {
  auto context = rt::Context::loopback(2);
  const auto b = rt::arange(3) == 0;
  const auto f = rt::zeros<float>({3});
  const auto i8 = rt::zeros<std::int8_t>({3});
  const auto u16 = rt::zeros<std::uint16_t>({3});
  // Of pairs, int8 and uint16 would give int32, and that with float would be double.
  using A = decltype(rt::select(std::tuple(b, b, b), std::tuple(f, i8, u16)));
  static_assert(std::is_same_v<rt::element_of<A>, float>);
  using B = decltype(rt::select(std::tuple(b), std::tuple(i8), 2.5));
  static_assert(std::is_same_v<rt::element_of<B>, double>);
  using C = decltype(rt::select(std::tuple(b), std::tuple(f), 2.5));
  static_assert(std::is_same_v<rt::element_of<C>, float>);
}

TEST_CASE("piecewise applies functions of numbers where their conditions hold, the last one") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = rt::arange(-3.0, 4.0);
    const double by = 10;
    const auto tenfold = [=](double v) { return by * v; };
    const auto y = rt::piecewise(x, std::tuple(x < 0, x < -1), std::tuple(tenfold, 7, 0.5));
    CHECK(rt::to_vector(y) == std::vector<double>{7, 7, -10, 0.5, 0.5, 0.5, 0.5});
    const auto z = rt::piecewise(x, std::tuple(x > 0), std::tuple(tenfold));
    CHECK(rt::to_vector(z) == std::vector<double>{0, 0, 0, 0, 10, 20, 30});
    const auto whole = rt::arange<std::int32_t>(3);
    const auto w = rt::piecewise(whole, std::tuple(whole > 1), std::tuple(2.75, 1.5));
    static_assert(std::is_same_v<rt::element_of<decltype(w)>, std::int32_t>);
    CHECK(rt::to_vector(w) == std::vector<std::int32_t>{1, 1, 2});
  }
}

TEST_CASE("nan_to_num puts numbers where there are none") {
  auto context = rt::Context::loopback(3);
  const auto index = rt::arange(5);
  const auto x =
      rt::where(index == 1, no_number, rt::where(index == 2, infinity, rt::arange(5.0))) *
      rt::where(index == 3, -infinity, 1.0);
  constexpr double most = std::numeric_limits<double>::max();
  CHECK(rt::to_vector(rt::nan_to_num(x)) == std::vector<double>{0, 0, most, -most, 4});
  CHECK(rt::to_vector(rt::nan_to_num(x, 7)) == std::vector<double>{0, 7, most, -most, 4});
  CHECK(rt::to_vector(rt::nan_to_num(x, 7, 8, 9)) == std::vector<double>{0, 7, 8, 9, 4});
  CHECK(rt::to_vector(rt::nan_to_num(index)) == rt::to_vector(index));
  const auto f = rt::nan_to_num(rt::astype<float>(x));
  static_assert(std::is_same_v<rt::element_of<decltype(f)>, float>);
  CHECK(rt::to_vector(f)[2] == std::numeric_limits<float>::max());
  const auto z = rt::full<std::complex<double>, 1>(rt::Extents{2}, {no_number, -infinity});
  CHECK(rt::item(rt::nan_to_num(z, 1, 2, 3)(0)) == std::complex<double>(1, 3));
  require_reference(rt::sum(rt::nan_to_num(x) * 0.0));
}

TEST_CASE("around keeps decimals, halves to the even digit") {
  auto context = rt::Context::loopback(2);
  const auto x = rt::arange(-1.0, 1.0, 0.25);
  CHECK(rt::to_vector(rt::around(x)) == std::vector<double>{-1, -1, -0., -0., 0, 0, 0, 1});
  CHECK(rt::to_vector(rt::round(x, 1)) ==
        std::vector<double>{-1, -0.8, -0.5, -0.2, 0, 0.2, 0.5, 0.8});
  const auto whole = rt::arange<std::int32_t>(5, 55, 10);
  static_assert(std::is_same_v<rt::element_of<decltype(rt::around(whole))>, std::int32_t>);
  CHECK(rt::to_vector(rt::around(whole, -1)) == std::vector<std::int32_t>{0, 20, 20, 40, 40});
  CHECK(rt::to_vector(rt::around(whole, 3)) == rt::to_vector(whole));
  const auto large = rt::full({1}, std::numeric_limits<std::int64_t>::max());
  CHECK(rt::item(rt::around(large)(0)) == std::numeric_limits<std::int64_t>::max());
  const auto z = rt::full<std::complex<double>, 1>(rt::Extents{1}, {1.26, -2.5});
  CHECK(rt::item(rt::around(z, 1)(0)) == std::complex<double>(1.3, -2.5));
}

}  // namespace choices_test
