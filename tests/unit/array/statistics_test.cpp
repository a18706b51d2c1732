// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/against_reference.hpp"

namespace statistics_test {

namespace rt = relatile;
using rt::test::agrees;
using rt::test::require_reference;
using rt::test::site_counts;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

rt::Array<double, 2> table(std::int64_t rows, std::int64_t cols, double far = 0) {
  return rt::from_function({rows, cols}, [far](std::int64_t i, std::int64_t j) {
    return far + double((i * 29 + j * 13) % 17 - 8) / 4;
  });
}

/// The same with NaN here and there, and in all of row 3.
rt::Array<double, 2> holed(std::int64_t rows, std::int64_t cols) {
  return rt::from_function({rows, cols}, [](std::int64_t i, std::int64_t j) {
    return i == 3 || (i * 5 + j * 3) % 7 == 0 ? no_number : double((i * 29 + j * 13) % 17 - 8);
  });
}

struct Moments {
  double count = 0;
  double mean = 0;
  double variance = 0;
};

/// Of all that are not NaN, in two passes of long double.
Moments moments_of(const std::vector<double>& values, double ddof = 0) {
  long double sum = 0;
  long double squares = 0;
  long double count = 0;
  for (const double x : values) {
    if (!std::isnan(x)) count += 1, sum += x;
  }
  for (const double x : values) {
    if (!std::isnan(x)) squares += (x - sum / count) * (x - sum / count);
  }
  const bool some = count > ddof;  // else NumPy has NaN
  return {double(count), double(sum / count), some ? double(squares / (count - ddof)) : no_number};
}

std::vector<double> column(const std::vector<double>& all, std::size_t j, std::size_t cols) {
  std::vector<double> values;
  for (std::size_t i = j; i < all.size(); i += cols) values.push_back(all[i]);
  return values;
}

void check_close(double got, double expected, double tolerance) {
  CAPTURE(got, expected);
  CHECK(agrees(got, expected, tolerance));
}

}  // namespace

TEST_CASE("var, std and moments, over any axes on any number of sites") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = table(23, 6);
    rt::evaluate(x);
    const auto all = rt::to_vector(x);
    const auto by_column = rt::to_vector(rt::var(x, 0, {.ddof = 1}));
    const auto roots = rt::to_vector(rt::std(x, rt::axis(-2), rt::keepdims));
    const auto [means, variances] = rt::moments(x, 0);
    const auto mean_values = rt::to_vector(means);
    const auto variance_values = rt::to_vector(variances);
    for (std::size_t j = 0; j < 6; ++j) {
      check_close(by_column[j], moments_of(column(all, j, 6), 1).variance, 1e-14);
      check_close(roots[j], std::sqrt(moments_of(column(all, j, 6)).variance), 1e-14);
      check_close(mean_values[j], moments_of(column(all, j, 6)).mean, 1e-14);
      check_close(variance_values[j], moments_of(column(all, j, 6)).variance, 1e-14);
    }
    check_close(rt::var(x).item(), moments_of(all).variance, 1e-14);
    check_close(rt::var(x * 2.0 + 1.0, rt::keepdims)(0, 0).item(), 4 * moments_of(all).variance,
                1e-14);
    require_reference(rt::std(rt::transpose(x), 1), 1e-14);
    CHECK(rt::var(x, rt::axis(0, 1), rt::keepdims).shape() == rt::Extents{1, 1});
    CHECK(rt::var(x, 1).shape() == rt::Extents{23});
  }
}

TEST_CASE("a variance far from zero keeps its digits, in one pass") {
  auto context = rt::Context::loopback(3);
  const auto x = table(1000, 3, 1e9);
  const auto all = rt::to_vector(x);
  check_close(rt::var(x).item(), moments_of(all).variance, 1e-13);
  const rt::Array<float, 2> y = rt::astype<float>(table(4000, 2, 4096));
  check_close(rt::std(y).item(),
              std::sqrt(moments_of(rt::to_vector(rt::astype<double>(y))).variance), 1e-6);
  CHECK(rt::var(rt::full<double, 1>(rt::Extents{77}, 0.1)).item() == 0);
  // An outlier that happens to be the first.
  const auto z = rt::where(rt::arange(5000.0) == 0, 1e6, rt::arange(5000.0) % 3.0);
  check_close(rt::var(z).item(), moments_of(rt::to_vector(rt::as_array(z))).variance, 1e-12);
  // It is one pass: the only steps that read the stored array are its first row's and the sums'.
  rt::evaluate(x);
  rt::Array<double, 1> variance = rt::var(x, 0);
  rt::evaluate(variance);
  int of_all = 0;
  for (const auto& step : rt::report(variance).plan.steps) {
    std::int64_t flops = 0;
    if (step.kind == rt::plan::StepKind::local) {
      for (const rt::Flops& of_site : *step.flops) flops += of_site.value;
    }
    of_all += flops >= 3 * 1000 ? 1 : 0;
  }
  CHECK(of_all == 1);
}

TEST_CASE("types and special values of variances are NumPy's") {
  auto context = rt::Context::loopback(2);
  static_assert(std::is_same_v<rt::element_of<decltype(rt::var(rt::arange(5)))>, double>);
  static_assert(std::is_same_v<rt::element_of<decltype(rt::std(rt::zeros<float>({2})))>, float>);
  const auto z = rt::full<std::complex<float>, 1>(rt::Extents{3}, {1, 2});
  static_assert(std::is_same_v<rt::element_of<decltype(rt::var(z))>, float>);
  CHECK(rt::var(z).item() == 0);
  const auto w = rt::arange(4.0) + std::complex<double>(0, 1) * rt::arange(4.0);
  check_close(rt::var(w).item(), 2.5, 1e-15);
  check_close(rt::std(w).item(), std::sqrt(2.5), 1e-15);
  CHECK(rt::var(rt::arange(4) % 2 == 0).item() == 0.25);
  CHECK(rt::var(rt::arange<std::uint8_t>(0, 250, 50)).item() == 5000);
  CHECK(std::isnan(rt::var(rt::zeros({0})).item()));
  for (const double v : rt::to_vector(rt::std(rt::zeros({0, 3}), 0))) CHECK(std::isnan(v));
  CHECK(rt::to_vector(rt::var(rt::zeros({0, 3}), 1)).empty());
  CHECK(std::isnan(rt::var(rt::ones({1}), {.ddof = 1}).item()));
  CHECK(rt::var(rt::arange(2.0), {.ddof = 2}).item() == infinity);
  CHECK(std::isnan(rt::var(rt::where(rt::arange(5) == 2, no_number, 1.0)).item()));
  CHECK(std::isnan(rt::var(rt::where(rt::arange(5) == 0, infinity, 1.0)).item()));
  CHECK_THROWS_AS(rt::var(rt::ones({2, 2}), 2), rt::ShapeMismatch);
}

TEST_CASE("averages by weights") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto x = table(5, 4);
    const auto weights = rt::arange(1.0, 5.0);
    const auto all = rt::to_vector(x);
    const auto got = rt::to_vector(rt::average(x, 1, weights));
    const auto kept = rt::average(x, -1, weights, rt::keepdims);
    CHECK(kept.shape() == rt::Extents{5, 1});
    CHECK(rt::to_vector(kept) == got);
    for (std::size_t i = 0; i < 5; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < 4; ++j) sum += all[4 * i + j] * double(j + 1);
      check_close(got[i], sum / 10, 1e-15);
    }
    check_close(rt::average(x, rt::square(x)).item(),
                rt::sum(x * x * x).item() / rt::sum(x * x).item(), 1e-14);
    check_close(rt::average(x).item(), rt::mean(x).item(), 0);
    CHECK(rt::to_vector(rt::average(x, 0, rt::keepdims)) == rt::to_vector(rt::mean(x, 0)));
    static_assert(
        std::is_same_v<rt::element_of<decltype(rt::average(rt::arange(3), rt::arange(3)))>,
                       double>);
    CHECK_THROWS_AS(rt::average(x, 0, weights), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::average(x, weights(rt::slice(0, 1))), rt::ShapeMismatch);
  }
}

TEST_CASE("counts and ranges") {
  for (int sites : {1, 2, 5}) {
    auto context = rt::Context::loopback(sites);
    const auto x = table(7, 9);
    require_reference(rt::count_nonzero(x, 0));
    require_reference(rt::ptp(x, 1));
    CHECK(rt::count_nonzero(rt::where(rt::arange(6) < 2, no_number, 0.0)).item() == 2);
    CHECK(rt::ptp(x, rt::keepdims)(0, 0).item() == 4);
    static_assert(std::is_same_v<rt::element_of<decltype(rt::count_nonzero(rt::ones<bool>({2})))>,
                                 std::int64_t>);
    CHECK_THROWS_AS(rt::ptp(rt::zeros({0})), rt::ShapeMismatch);
  }
}

TEST_CASE("reductions that leave out NaN") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = holed(9, 8);
    rt::evaluate(x);
    const auto all = rt::to_vector(x);
    const auto least = rt::to_vector(rt::nanmin(x, 1));
    const auto most = rt::to_vector(rt::nanmax(x, 1));
    const auto sums = rt::to_vector(rt::nansum(x, 1));
    const auto products = rt::to_vector(rt::nanprod(x, 1));
    const auto means = rt::to_vector(rt::nanmean(x, 1));
    const auto variances = rt::to_vector(rt::nanvar(x, 1, {.ddof = 1}));
    const auto roots = rt::to_vector(rt::nanstd(x, 1, rt::keepdims));
    for (std::size_t i = 0; i < 9; ++i) {
      const std::vector<double> row(all.begin() + std::ptrdiff_t(8 * i),
                                    all.begin() + std::ptrdiff_t(8 * i + 8));
      double lowest = no_number, highest = no_number, sum = 0, product = 1;
      for (const double v : row) {
        if (std::isnan(v)) continue;
        lowest = std::fmin(lowest, v), highest = std::fmax(highest, v), sum += v, product *= v;
      }
      check_close(least[i], lowest, 0);
      check_close(most[i], highest, 0);
      check_close(sums[i], sum, 0);
      check_close(products[i], product, 1e-15);
      check_close(means[i], moments_of(row).mean, 1e-15);
      check_close(variances[i], moments_of(row, 1).variance, 1e-14);
      check_close(roots[i], std::sqrt(moments_of(row).variance), 1e-14);
    }
    require_reference(rt::nanmax(x, 0));
    require_reference(rt::nanmin(x * 2.0));
    CHECK(rt::nansum(rt::arange<std::int8_t>(100)).item() == 4950);
    CHECK(rt::nanmax(rt::arange(7)).item() == 6);
    CHECK(rt::nanmean(rt::arange(7)).item() == 3);
    CHECK(std::isnan(rt::nanmean(rt::zeros({0})).item()));
    CHECK_THROWS_AS(rt::nanmin(rt::zeros({0})), rt::ShapeMismatch);
  }
}

TEST_CASE("norms of vectors and matrices") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto x = table(4, 3);
    const auto all = rt::to_vector(x);
    double squares = 0;
    for (const double v : all) squares += v * v;
    check_close(rt::norm(x).item(), std::sqrt(squares), 1e-15);
    const auto v = rt::where(rt::arange(4) == 2, 0.0, rt::arange(4.0) - 5.0);  // -5 -4 0 -2
    CHECK(rt::norm(v, 1).item() == 11);
    CHECK(rt::norm(v, 2).item() == std::sqrt(45.0));
    CHECK(rt::norm(v, 0).item() == 3);
    CHECK(rt::norm(v, infinity).item() == 5);
    CHECK(rt::norm(v, -infinity).item() == 0);
    check_close(rt::norm(v, 3).item(), std::cbrt(197.0), 1e-15);
    const auto m = rt::from_function({2, 3}, [](auto i, auto j) { return double(3 * i - j); });
    CHECK(rt::norm(m, 1).item() == 3);         // columns: 3, 3, 3
    CHECK(rt::norm(m, infinity).item() == 6);  // rows: 3, 6
    CHECK(rt::norm(m, -infinity).item() == 3);
    CHECK(rt::to_vector(rt::norm(m, 1, 1)) == std::vector<double>{3, 6});
    CHECK(rt::norm(m, 2, 0, rt::keepdims).shape() == rt::Extents{1, 3});
    CHECK(rt::norm(rt::full<std::complex<double>, 1>(rt::Extents{1}, {3, 4})).item() == 5);
    static_assert(std::is_same_v<rt::element_of<decltype(rt::norm(rt::zeros<float>({2})))>, float>);
    static_assert(std::is_same_v<rt::element_of<decltype(rt::norm(rt::arange(3)))>, double>);
    CHECK_THROWS_AS(rt::norm(m, 2), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::norm(rt::zeros({0}), infinity), rt::ShapeMismatch);
  }
}

TEST_CASE("comparisons of whole arrays") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto x = table(6, 5);
    CHECK(rt::allclose(x, x + 1e-9).item());
    CHECK_FALSE(rt::allclose(x, x + 1e-4).item());
    CHECK(rt::allclose(x, x + 1e-4, 0, 1e-3).item());
    CHECK(rt::allclose(rt::zeros({0}), 1.0).item());
    const auto odd =
        rt::where(rt::arange(4) == 1, no_number, rt::where(rt::arange(4) == 2, infinity, 1.0));
    CHECK(rt::to_vector(rt::isclose(odd, odd)) == std::vector<bool>{true, false, true, true});
    CHECK(rt::to_vector(rt::isclose(odd, 1.0)) == std::vector<bool>{true, false, false, true});
    CHECK(rt::allclose(odd, odd, 1e-5, 1e-8, true).item());
    CHECK(rt::to_vector(rt::isclose(rt::arange<std::uint8_t>(3), 1)) ==
          std::vector<bool>{false, true, false});
    CHECK(rt::array_equal(x, x).item());
    CHECK_FALSE(rt::array_equal(x, x(rt::slice(0, 1))).item());
    CHECK_FALSE(rt::array_equal(x, x(0)).item());
    CHECK_FALSE(rt::array_equal(odd, odd).item());
    CHECK(rt::array_equal(odd, odd, true).item());
    CHECK(rt::array_equiv(rt::ones({3, 4}), rt::ones({4})).item());
    CHECK_FALSE(rt::array_equiv(rt::ones({3, 4}), rt::ones({3})).item());
    CHECK_FALSE(rt::array_equiv(x, x(0)).item());
    CHECK_THROWS_AS(rt::allclose(x, rt::ones({4})), rt::ShapeMismatch);
  }
}

TEST_CASE("options stand before keepdims or after it") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 2> x =
      rt::from_function({5, 3}, [](std::int64_t i, std::int64_t j) { return double(i * i + j); });
  const auto kept = rt::std(x, 0, rt::keepdims, {.ddof = 1});
  CHECK(kept.shape() == rt::Extents{1, 3});
  CHECK(rt::to_vector(rt::std(x, 0, {.ddof = 1}, rt::keepdims)) == rt::to_vector(kept));
  CHECK(rt::to_vector(rt::var(x, {.ddof = 1}, rt::keepdims)) ==
        rt::to_vector(rt::var(x, rt::keepdims, {.ddof = 1})));
  CHECK(rt::var(x, rt::axis(0, 1), {.ddof = 2}, rt::keepdims).shape() == rt::Extents{1, 1});
  CHECK(rt::to_vector(rt::norm(x, rt::axis(1))) == rt::to_vector(rt::norm(x, 2, 1)));
  CHECK(rt::norm(x, rt::axis(-1), rt::keepdims).shape() == rt::Extents{5, 1});
}

TEST_CASE("without an axis weights are of the array's shape") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 2> x = rt::ones({4, 3});
  CHECK_THROWS_WITH(rt::average(x, rt::ones({4})),
                    Catch::Matchers::Contains("average(x, 0, weights)"));
  CHECK(rt::average(x, 0, rt::arange(4.0)).shape() == rt::Extents{3});
  const rt::Array<double, 0> five = rt::sum(rt::full({2}, 2.5));
  CHECK(rt::average(five, rt::sum(rt::ones({3}))).item() == 5.0);
}

}  // namespace statistics_test
