// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "support/against_reference.hpp"

namespace reductions_test {

namespace rt = relatile;
using rt::test::require_reference;
using rt::test::site_counts;

namespace {
rt::Array<double, 3> numbers(std::int64_t a, std::int64_t b, std::int64_t c) {
  return rt::from_function({a, b, c}, [](std::int64_t i, std::int64_t j, std::int64_t k) {
    return double((i * 29 + j * 13 + k * 5) % 9 - 4);
  });
}
}  // namespace

TEST_CASE("every reduction equals the reference over any axes on any number of sites") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    auto x = numbers(6, 5, 7);
    rt::evaluate(x);
    require_reference(rt::sum(x));
    require_reference(rt::sum(x, 0));
    require_reference(rt::sum(x, -1));
    require_reference(rt::sum(x, rt::axis(0, 2)));
    require_reference(rt::sum(x, rt::axis(1), rt::keepdims));
    require_reference(rt::sum(x, rt::keepdims));
    require_reference(rt::min(x, 1));
    require_reference(rt::max(x, rt::axis(0, 1), rt::keepdims));
    require_reference(rt::prod(x(rt::slice(0, 2), 0), 1));
    require_reference(rt::any(x > 3.0, 2));
    require_reference(rt::all(x < 4.0, 0));
    require_reference(rt::mean(x, rt::axis(0, 2)), 1e-15);
    require_reference(rt::argmin(x, 1));
    require_reference(rt::argmax(x, 2));
    require_reference(rt::argmax(x));
    require_reference(rt::sum(rt::transpose(x, 2, 0, 1) * 2.0, 1));
  }
}

TEST_CASE("contributions of many sites come in stages, and equal the reference") {
  int in_stages = 0;
  for (int sites : {17, 20, 36, 64}) {
    auto context = rt::Context::loopback(sites);
    auto x = rt::from_function({4096, 12}, [](std::int64_t i, std::int64_t j) {
      return double((i * 29 + j * 13) % 9 - 4);
    });
    rt::evaluate(x);
    const auto require_stages = [&](const auto& sums) {
      require_reference(sums);
      int stages = 0;
      for (const auto& step : rt::report(sums).plan.steps) stages += step.exchange.reduces ? 1 : 0;
      // Where columns are cut as well, few enough may contribute to each for one stage.
      CHECK(stages >= 1);
      CHECK(stages <= (sites == 17 ? 1 : 2));
      in_stages += stages == 2 ? 1 : 0;
    };
    require_stages(rt::as_array(rt::matmul(rt::transpose(x), x)));
    require_stages(rt::as_array(rt::max(x, 0)));
    require_stages(rt::as_array(rt::sum(x)));
  }
  CHECK(in_stages >= 4);
}

TEST_CASE("a sum that is larger than what it sums counts every element once") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const rt::Array<std::int8_t, 2> x = rt::placed(
        rt::from_function({6, 1}, [](auto i, auto) { return static_cast<std::int8_t>(i + 1); }),
        rt::split(0));
    rt::evaluate(x);
    require_reference(rt::sum(rt::power(rt::abs(rt::astype<double>(x)), 3.0), 0));
    require_reference(rt::sum(rt::power(rt::astype<double>(rt::transpose(x)), 3.0), 1));
  }
}

TEST_CASE("sums of small types widen as NumPy's do, means of integers are double") {
  auto context = rt::Context::loopback(2);
  auto bytes = rt::full<std::int8_t>({300}, 100);
  CHECK(rt::item(rt::sum(bytes)) == 30000);
  static_assert(std::is_same_v<decltype(rt::item(rt::sum(bytes))), std::int64_t>);
  static_assert(
      std::is_same_v<decltype(rt::item(rt::sum(rt::full<std::uint8_t>({1}, 1)))), std::uint64_t>);
  static_assert(std::is_same_v<decltype(rt::item(rt::mean(bytes))), double>);
  CHECK(rt::item(rt::mean(bytes)) == 100.0);
  CHECK(rt::item(rt::sum(bytes > 99)) == 300);
  CHECK(rt::item(rt::mean(rt::full<std::complex<double>>({4}, {1.0, 2.0}))) ==
        std::complex<double>(1.0, 2.0));
}

TEST_CASE("short rows: the first of equals, and of NaNs; generated columns") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    rt::Array<double, 2> x = rt::from_function({500, 7}, [](std::int64_t i, std::int64_t j) {
      const auto value = (i * 5 + j * 3) % 4;
      return (i + 2 * j) % 11 == 0 ? std::nan("") : double(value);
    });
    rt::evaluate(x);
    for (int axis : {0, 1}) {
      require_reference(rt::argmin(x, axis));
      require_reference(rt::argmax(x, axis));
    }
    require_reference(rt::argmax(rt::astype<std::int64_t>(rt::isnan(x)), 1));
    const auto nearest = rt::argmin(x, 1)(rt::all_of_axis, rt::newaxis);
    require_reference(rt::where(nearest == rt::arange(7), 1.0, 0.0));
    require_reference(rt::sum(rt::where(rt::arange(7) < 3, x * x, 1.0) + rt::arange(7), 1));
    require_reference(rt::sum(rt::where(nearest == rt::arange(7), 1.0, 0.0), 0));
  }
}

TEST_CASE("reductions of nothing: sums are 0, products 1, extrema are refused") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    auto none = rt::zeros({0, 4});
    require_reference(rt::sum(none));
    require_reference(rt::sum(none, 0));
    require_reference(rt::sum(none, 1));
    require_reference(rt::prod(none, 0));
    require_reference(rt::max(none, 1));
    CHECK(std::isnan(rt::item(rt::mean(none))));
    CHECK_THROWS_AS(rt::max(none), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::argmin(none, 0), rt::ShapeMismatch);
    CHECK_THROWS_WITH(rt::sum(none, 2),
                      "relatile: sum: axis 2 is out of bounds for an array of "
                      "dimension 2");
  }
}

TEST_CASE("long sums are accurate: errors grow with the height of a tree") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const std::int64_t n = 3'000'000;
    const float total = rt::item(rt::sum(rt::full<float>({n}, 0.1F)));
    CHECK(std::abs(double(total) / (double(n) * double(0.1F)) - 1) < 2e-6);
  }
}

namespace {
/// Of a long vector of numbers, some of which are changed, against plain loops.
template <class T>
void require_places(const std::vector<std::pair<std::int64_t, T>>& changes) {
  constexpr std::int64_t n = 800'003;
  std::vector<T> values(n);
  for (std::int64_t i = 0; i < n; ++i) values[std::size_t(i)] = T(double(i * 7'919 % 101));
  for (const auto& [at, value] : changes) values[std::size_t(at)] = value;
  const auto first_of = [&](auto&& better) {
    std::int64_t best = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const T one = values[std::size_t(i)];
      const T now = values[std::size_t(best)];
      if (now != now) break;
      if (one != one || better(one, now)) best = i;
    }
    return best;
  };
  const rt::Array<T, 1> x = rt::from_span(values, {n});
  rt::evaluate(x);
  CHECK(rt::argmax(x).item() == first_of([](T a, T b) { return a > b; }));
  CHECK(rt::argmin(x).item() == first_of([](T a, T b) { return a < b; }));
  CHECK(rt::argmax(x, 0).item() == rt::argmax(x).item());
  require_reference(rt::argmax(x));
}
}  // namespace

TEST_CASE("of a long vector the first of the best elements is found block by block") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (int sites : {1, 3, 5}) {
    auto context = rt::Context::loopback(sites);
    require_places<double>({});
    require_places<double>({{700'001, 500.0}, {800'002, 500.0}, {650'000, -3.0}});
    require_places<double>({{0, inf}, {799'999, inf}, {5, -inf}});
    require_places<double>({{300'000, nan}, {300'001, inf}, {750'000, nan}});
    require_places<double>({{0, nan}});
    require_places<float>({{123'456, 1e30F}, {123'457, -1e30F}});
    require_places<std::int64_t>({{799'000, 1'000}, {799'001, -1'000}});
    require_places<std::uint8_t>({{400'000, std::uint8_t(255)}});
  }
}

namespace {
/// The place of the first best element of every row, or of the first NaN, in plain loops.
template <class T, class Better>
std::vector<std::int64_t> places(const std::vector<T>& values, std::int64_t cols, Better better) {
  std::vector<std::int64_t> found;
  for (std::size_t first = 0; first < values.size(); first += std::size_t(cols)) {
    std::int64_t best = 0;
    for (std::int64_t j = 1; j < cols; ++j) {
      const T now = values[first + std::size_t(best)];
      const T one = values[first + std::size_t(j)];
      if (now == now && (one != one || better(one, now))) best = j;
    }
    found.push_back(best);
  }
  return found;
}

/// Rows of numbers of which many are equal, and of floating-point ones some are no numbers.
template <class T>
void require_best_of_rows(std::int64_t rows, std::int64_t cols) {
  std::vector<T> values(std::size_t(rows * cols));
  std::uint64_t bits = 1;
  for (T& value : values) {
    bits = bits * 6364136223846793005U + 1442695040888963407U;
    value = T((bits >> 33U) % 37);
    if constexpr (std::is_floating_point_v<T>) {
      if (bits >> 56U == 7) value = std::numeric_limits<T>::quiet_NaN();
      if (bits >> 56U == 9) value = -std::numeric_limits<T>::infinity();
    }
  }
  const auto less = [](T a, T b) { return a < b; };
  const auto greater = [](T a, T b) { return a > b; };
  CAPTURE(rows, cols);
  const rt::Array<T, 2> x = rt::from_span(values, {rows, cols});
  CHECK(rt::to_vector(rt::argmin(x, 1)) == places(values, cols, less));
  CHECK(rt::to_vector(rt::argmax(x, 1)) == places(values, cols, greater));
  const rt::Array<T, 2> across = rt::transpose(x);
  CHECK(rt::to_vector(rt::argmax(across, 0)) == places(values, cols, greater));
  const rt::Array<T, 3> parts = rt::reshape(x, {1, rows, cols});
  CHECK(rt::to_vector(rt::argmin(parts, 2)) == places(values, cols, less));
  CHECK(rt::argmin(x).item() == places(values, rows * cols, less)[0]);
  std::vector<T> reversed;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = cols; j-- > 0;) reversed.push_back(values[std::size_t(i * cols + j)]);
  }
  CHECK(rt::to_vector(rt::argmax(rt::flip(x, 1), 1)) == places(reversed, cols, greater));
}
}  // namespace

TEST_CASE("the best of rows is found at its first place, however long rows are") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    for (std::int64_t cols : {1, 2, 7, 8, 31, 32, 33, 100, 1023, 1024, 1025, 5000}) {
      for (std::int64_t rows : {1, 3, 200}) {
        require_best_of_rows<double>(rows, cols);
        require_best_of_rows<float>(rows, cols);
      }
      require_best_of_rows<std::int64_t>(7, cols);
      require_best_of_rows<std::int8_t>(5, cols);
      require_best_of_rows<std::uint8_t>(5, cols);
    }
  }
}

TEST_CASE("the best of a formula's rows is that of its values") {
  auto context = rt::Context::loopback(3);
  const rt::Array<double, 2> x = rt::from_function(
      {300, 50}, [](std::int64_t i, std::int64_t j) { return double((i * 31 + j * 17) % 23); });
  require_reference(rt::argmin(rt::square(x - 11.0), 1));
  require_reference(rt::argmax(x(rt::slice(3, 200), rt::slice(1, 50, 3)), 1));
  require_reference(
      rt::argmin(rt::matmul(x, rt::transpose(x)) + 2.0 * x(rt::all_of_axis, rt::slice(0, 1)), 1));
}

}  // namespace reductions_test
