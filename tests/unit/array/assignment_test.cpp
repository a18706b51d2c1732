// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Assignment to slices with steps, against plain loops.

#include <complex>
#include <cstdint>
#include <relatile/relatile.hpp>
#include <type_traits>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace assignment_test {

namespace rt = relatile;
using rt::all_of_axis;
using rt::slice;

namespace {

constexpr std::int64_t rows = 23;
constexpr std::int64_t columns = 17;

rt::Array<double, 2> counted(std::int64_t height, std::int64_t width, double first) {
  rt::Array<double, 2> x = rt::reshape(rt::arange(height * width) + first, {height, width});
  rt::evaluate(x);
  return x;
}

struct Steps {
  std::int64_t low, step, count;
  rt::Slice as_slice() const {
    const std::int64_t end = low + count * step;
    return end < 0 ? slice(low, {}, step) : slice(low, end, step);
  }
};

/// x(rows, columns) = value, where `value_at` says what of the value goes to the i-th, j-th place.
template <class V, class At>
void require_assigned(const Steps& down, const Steps& along, const V& value, const At& value_at) {
  rt::Array<double, 2> x = counted(rows, columns, 0);
  x(down.as_slice(), along.as_slice()) = value;
  rt::evaluate(x);
  rt::test::require_exact_traffic(rt::report(x));
  std::vector<double> expected;
  for (std::int64_t i = 0; i < rows * columns; ++i) expected.push_back(double(i));
  for (std::int64_t i = 0; i < down.count; ++i) {
    for (std::int64_t j = 0; j < along.count; ++j) {
      const std::int64_t at = (down.low + i * down.step) * columns + along.low + j * along.step;
      expected[std::size_t(at)] = value_at(i, j);
    }
  }
  CHECK(rt::to_vector(x) == expected);
}

}  // namespace

TEST_CASE("arrays, rows, columns and numbers are assigned to slices with steps") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  const std::vector<Steps> down{{0, 2, 12}, {1, 3, 7}, {22, -4, 6}, {5, 1, 9}, {20, 2, 1}};
  const std::vector<Steps> along{{0, 1, 17}, {1, 5, 4}, {16, -1, 17}, {15, -7, 3}};
  for (const Steps& d : down) {
    for (const Steps& a : along) {
      const auto y = counted(d.count, a.count, 1000);
      const auto of_y = [&](std::int64_t i, std::int64_t j) {
        return double(1000 + i * a.count + j);
      };
      require_assigned(d, a, y, of_y);
      require_assigned(d, a, 2.0 * y,
                       [&](std::int64_t i, std::int64_t j) { return 2 * of_y(i, j); });
      const auto turned = counted(a.count, d.count, 1000);
      require_assigned(d, a, rt::transpose(turned), [&](std::int64_t i, std::int64_t j) {
        return double(1000 + j * d.count + i);
      });
      const rt::Array<double, 1> row = rt::arange(double(a.count));
      const auto column = counted(d.count, 1, 5);
      rt::evaluate(row);
      require_assigned(d, a, row, [](std::int64_t, std::int64_t j) { return double(j); });
      require_assigned(d, a, column, [](std::int64_t i, std::int64_t) { return double(5 + i); });
      require_assigned(d, a, -1.5, [](std::int64_t, std::int64_t) { return -1.5; });
    }
  }
}

TEMPLATE_TEST_CASE("elements of every size are assigned to slices with steps", "", bool,
                   std::uint8_t, std::int16_t, float, std::complex<double>) {
  using T = TestType;
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto value = [](std::int64_t i) {
    if constexpr (rt::is_complex_v<T>) return T(double(i), -1);
    if constexpr (std::is_same_v<T, bool>) return i % 3 == 0;
    if constexpr (!rt::is_complex_v<T> && !std::is_same_v<T, bool>) return static_cast<T>(i % 100);
  };
  rt::Array<T, 1> x = rt::full<T>({101}, value(6));
  const auto y = rt::from_function({26}, [&](std::int64_t i) { return value(i + 10); });
  rt::evaluate(x, y);
  x(slice(97, {}, -4)) = y(slice(0, 25));
  rt::evaluate(x);
  rt::test::require_exact_traffic(rt::report(x));
  std::vector<T> expected(101, value(6));
  for (std::int64_t i = 0; i < 25; ++i) expected[std::size_t(97 - 4 * i)] = value(i + 10);
  CHECK(rt::to_vector(x) == expected);
}

TEST_CASE("of an array assigned to its own slice with steps, what was there is read") {
  const int sites = GENERATE(1, 2, 3, 7);
  auto context = rt::Context::loopback(sites);
  rt::Array<double, 1> x = rt::arange(40.0);
  rt::evaluate(x);
  x(slice(0, 40, 2)) = x(slice(20, 40));
  x(slice(1, 40, 2)) = x(slice(38, {}, -2));
  std::vector<double> expected;
  for (int i = 0; i < 40; ++i) expected.push_back(i % 2 == 0 ? 20 + i / 2 : 39 - i / 2);
  CHECK(rt::to_vector(x) == expected);
}

TEST_CASE("an array of integers names places along any axis that is assigned to") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const std::vector<std::int64_t> named{4, 0, -1};
  const auto k = rt::fromiter(named);
  rt::Array<double, 3> x = rt::reshape(rt::arange(5.0 * 4 * 6), {5, 4, 6});
  std::vector<double> wanted = rt::to_vector(x);
  const auto at = [&](int i, int j, std::int64_t last) -> double& {
    return wanted[std::size_t((i * 4 + j) * 6 + (last < 0 ? last + 6 : last))];
  };
  x(all_of_axis, slice(1, 3), k) = -1.0;
  for (int i = 0; i < 5; ++i) {
    for (int j = 1; j < 3; ++j) {
      for (const std::int64_t last : named) at(i, j, last) = -1;
    }
  }
  CHECK(rt::to_vector(x) == wanted);
  const rt::Array<double, 3> y = rt::reshape(rt::arange(5.0 * 2 * 3) + 1000.0, {5, 2, 3});
  x(slice(), slice(0, {}, 2), k) = y;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 2; ++j) {
      for (int c = 0; c < 3; ++c) at(i, 2 * j, named[std::size_t(c)]) = 1000 + (i * 2 + j) * 3 + c;
    }
  }
  CHECK(rt::to_vector(x) == wanted);
  // In the middle, by a matrix of indices; values are broadcast as NumPy does.
  x(slice(0, 1), rt::array({{0, 1}, {2, 3}}), slice(2, 4)) = rt::array({{{7.0}, {8.0}}});
  for (int j = 0; j < 4; ++j) at(0, j, 2) = at(0, j, 3) = j % 2 == 0 ? 7 : 8;
  CHECK(rt::to_vector(x) == wanted);
  rt::Array<double, 2> m = rt::zeros({2, 3});
  m(all_of_axis, rt::array({0, 2})) += 1.0;
  CHECK(rt::to_vector(m) == std::vector<double>{1, 0, 1, 1, 0, 1});
  REQUIRE_THROWS_AS((m(all_of_axis, rt::array({0, 2})) = rt::ones({3})), rt::ShapeMismatch);
}

TEST_CASE("parts are assigned what braces hold") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::Array<double, 2> a = rt::zeros({3, 2});
  a(0) = {1.0, 2.0};
  a(all_of_axis, 1) = {7, 8, 9};
  a(slice(1, 3)) = {5};  // broadcast, as every value
  CHECK(rt::to_vector(a) == std::vector<double>{1, 7, 5, 5, 5, 5});
  rt::Array<double, 1> v = rt::arange(6.0);
  v(slice(0, 2)) = {-1.0, 3.0};
  v(v > 4.5) = {0.5};
  v(rt::array({3, 1})) = {30, 10};
  CHECK(rt::to_vector(v) == std::vector<double>{-1, 10, 2, 30, 4, 0.5});
  rt::Array<int, 1> n = rt::arange(3);
  n(slice(1)) = {4, 5};
  CHECK(rt::to_vector(n) == std::vector<int>{0, 4, 5});
  REQUIRE_THROWS_AS((a(0) = {1.0, 2.0, 3.0}), rt::ShapeMismatch);
  CHECK(rt::to_vector(a) == std::vector<double>{1, 7, 5, 5, 5, 5});
}

TEST_CASE("parts are assigned rows in braces, and changed by them") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::Array<double, 2> a = rt::zeros({3, 3});
  a(slice(0, 2), slice(0, 2)) = {{1.0, 2.0}, {3.0, 4.0}};
  a(slice(1, 3), slice(1, 3)) = {{5}, {6}};  // one column, broadcast along rows
  CHECK(rt::to_vector(a) == std::vector<double>{1, 2, 0, 3, 5, 5, 0, 6, 6});
  const int k = 7;
  a(0) += {k, 1, 0.5F};
  a(slice(1, 3), 0) -= {1, 1};
  a(2) *= {2, 2.0, 2};
  a(1) /= {2, 5, 10};
  a(0) %= {5, 5, 5};
  a(slice(1, 3), slice(0, 2)) += {{0.0, 0.0}, {0.0, 0.0}};
  a(slice(1, 3)) *= {{1.0}, {1.0}};
  CHECK(rt::to_vector(a) == std::vector<double>{3, 3, 0.5, 1, 1, 0.5, -2, 12, 12});
  REQUIRE_THROWS_AS((a(0) = {{1.0}, {2.0}}), rt::ShapeMismatch);
  REQUIRE_THROWS_AS((a(slice(0, 2)) = {{1.0, 2.0, 3.0}, {4.0}}), rt::ShapeMismatch);
  REQUIRE_THROWS_AS((a(0) += {1.0, 2.0}), rt::ShapeMismatch);
  CHECK(rt::to_vector(a) == std::vector<double>{3, 3, 0.5, 1, 1, 0.5, -2, 12, 12});
}

TEST_CASE("a part that has a name becomes what braces hold, and its array stays") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::Array<double, 2> a = rt::ones({2, 2});
  auto row = a(0);
  row = {1.0, 2.0, 3.0};
  CHECK(rt::to_vector(row) == std::vector<double>{1, 2, 3});
  auto rows = a(slice(0, 1));
  rows = {{4.0}, {5.0}};
  CHECK(rows.shape() == rt::Extents{2, 1});
  CHECK(rt::to_vector(rows) == std::vector<double>{4, 5});
  CHECK(rt::to_vector(a) == std::vector<double>(4, 1.0));
}

TEST_CASE("an array becomes, and is changed by, what braces hold") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::Array<double, 2> a = rt::ones({4, 4});
  const auto shared = a;
  const rt::Array<double, 2> made = {{1.0, 2.0}, {3.0, 4.0}};
  CHECK(rt::to_vector(made) == std::vector<double>{1, 2, 3, 4});
  CHECK(rt::Array<double, 2>(made).shape() == rt::Extents{2, 2});
  a = {{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}};
  CHECK(a.shape() == rt::Extents{3, 2});
  a += {{1.0}, {2.0}, {3.0}};
  a *= {10, 1};
  CHECK(rt::to_vector(a) == std::vector<double>{20, 3, 50, 6, 80, 9});
  a -= {{20.0, 3.0}, {50.0, 6.0}, {80.0, 9.0}};
  CHECK(rt::to_vector(a) == std::vector<double>(6, 0.0));
  CHECK(rt::to_vector(shared) == std::vector<double>(16, 1.0));
  rt::Array<int, 1> v = rt::arange(3);
  v = {4, 5, 6, 7};
  v += {1, 1, 1, 1};
  v %= {4, 4, 4, 4};
  CHECK(rt::to_vector(v) == std::vector<int>{1, 2, 3, 0});
  REQUIRE_THROWS_AS((v += {1, 2}), rt::ShapeMismatch);
  REQUIRE_THROWS_AS((v += {300'000'000'000, 0, 0, 0}), rt::ShapeMismatch);
  rt::Array<std::complex<double>, 1> z;
  z = {std::complex<double>{1, 2}, 3.0};
  CHECK(rt::to_vector(z) == std::vector<std::complex<double>>{{1, 2}, {3, 0}});
  v = {};
  REQUIRE_THROWS_AS(v.shape(), rt::Error);
  REQUIRE_THROWS_AS((a = {{1.0, 2.0}, {3.0}}), rt::ShapeMismatch);
}

TEST_CASE("arrays of three dimensions, and parts of them, become matrices in braces") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::Array<double, 3> a = {{{1.0, 2.0}, {3, 4}}, {{5, 6}, {7, 8}}, {{0, 0}, {0, 0}}};
  CHECK(a.shape() == rt::Extents{3, 2, 2});
  a(slice(0, 2)) = {{{9, 8}, {7, 6}}, {{5.5, 4}, {3, 2}}};
  a(2) = {{0.5, 1}, {2, 3}};
  CHECK(rt::to_vector(a) == std::vector<double>{9, 8, 7, 6, 5.5, 4, 3, 2, 0.5, 1, 2, 3});
  auto part = a(slice(0, 1));
  part = {{{1.0}}};
  CHECK(part.shape() == rt::Extents{1, 1, 1});
  CHECK(a.shape() == rt::Extents{3, 2, 2});
  REQUIRE_THROWS_AS((a = {{{1.0, 2.0}, {3.0}}}), rt::ShapeMismatch);
  a = {{{1.0, 2.0, 3.0}}};
  CHECK(a.shape() == rt::Extents{1, 1, 3});
  a = {};
  REQUIRE_THROWS_AS(a.shape(), rt::Error);
}

}  // namespace assignment_test
