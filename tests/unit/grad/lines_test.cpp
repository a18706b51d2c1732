// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "unit/grad/against_differences.hpp"

namespace lines_test {

namespace rt = relatile;
using rt::test::few_site_counts;
using rt::test::loss_of;
using rt::test::require_gradient;
using rt::test::require_second_derivatives;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Vector = rt::Array<double, 1>;
using Numbers = std::vector<double>;

namespace {

/// First and second derivatives of f's elements, of vectors and along both axes of matrices.
template <class F>
void require_along_axes(const F& f, double low = 0.3, double high = 2) {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t length : {1, 7}) {
      const auto loss = [&](const Vector& x) { return loss_of(f(x, 0)); };
      require_gradient(loss, spread_between<1>(low, high, {length}));
      require_second_derivatives(loss, spread_between<1>(low, high, {length}));
    }
    for (const int axis : {0, 1}) {
      const auto loss = [&](const Matrix& x) { return loss_of(f(x, axis)); };
      require_gradient(loss, spread_between<2>(low, high, {5, 3}));
      require_second_derivatives(loss, spread_between<2>(low, high, {5, 3}));
    }
  }
}

/// The derivative by x of the sum of v * y in plain loops, where y is what `f` makes of numbers.
template <class F>
Numbers slopes_of(const F& f, const Numbers& x, const Numbers& v) {
  Numbers slopes;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Numbers up = x;
    Numbers down = x;
    const double h = 0.5;  // of functions that are linear in each of their operands
    up[i] += h;
    down[i] -= h;
    double slope = 0;
    for (std::size_t k = 0; k < v.size(); ++k) slope += v[k] * (f(up)[k] - f(down)[k]);
    slopes.push_back(slope / (2 * h));
  }
  return slopes;
}
Numbers products_of(const Numbers& x) {
  Numbers products;
  double so_far = 1;
  for (const double factor : x) products.push_back(so_far *= factor);
  return products;
}

}  // namespace

TEST_CASE("derivatives of cumulative products are exact where factors are zero") {
  require_along_axes([](const auto& x, int axis) { return rt::cumprod(x, axis); });
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Numbers v{1, -2, 3, 0.5, -1, 2, 4};
    for (const Numbers& factors : {Numbers{2, 0, 5, 3, 1, 2, 2}, Numbers{2, 0, 5, 0, 1, 2, 2},
                                   Numbers{0, 0, 0, 0, 0, 0, 0}, Numbers{0, 3, 2, 1, 1, 5, 0}}) {
      const Vector x = rt::from_span(factors, {7});
      const Vector by_x = rt::vjp(rt::cumprod(x), rt::from_span(v, {7}), x);
      REQUIRE(rt::to_vector(by_x) == slopes_of(products_of, factors, v));
    }
    using C = std::complex<double>;
    const auto z = rt::array({C(1, 2), C(0, 0), C(0.5, -1)});
    const auto g = rt::array({C(1, 0), C(0, 1), C(2, -1)});
    // The conjugates of the factors before and after, times g: 1 + z1 (...), z0 i + z0 z2 g2, ...
    const auto found = rt::to_vector(rt::vjp(rt::cumprod(z), g, z));
    REQUIRE(std::abs(found[0] - C(1, 0)) < 1e-14);
    REQUIRE(std::abs(found[1] - std::conj(C(1, 2)) * (C(0, 1) + std::conj(C(0.5, -1)) * C(2, -1))) <
            1e-14);
    REQUIRE(std::abs(found[2]) < 1e-14);
    const Vector empty = rt::zeros({0});
    REQUIRE(rt::grad([](const Vector& x) { return loss_of(rt::cumprod(x)); }, empty).shape(0) == 0);
    const Vector many = spread_between<1>(0.99, 1.01, {5003});
    const auto of_many = [](const Vector& x) { return Number(rt::sum(rt::cumprod(x))); };
    require_gradient(of_many, many, 1e-5);
  }
}

TEST_CASE("derivatives of cumulative products are finite where blocks of factors overflow") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    Numbers factors(8192, 1.0);
    std::fill_n(factors.begin(), 990, 0.5);
    std::fill_n(factors.begin() + 4096, 1030, 2.0);
    const Vector by_x = rt::grad([](const Vector& x) { return Number(rt::cumprod(x)(10)); },
                                 Vector(rt::from_span(factors, {8192})));
    Numbers expected(8192, 0.0);
    std::fill_n(expected.begin(), 11, std::ldexp(1.0, -10));
    REQUIRE(rt::to_vector(by_x) == expected);
  }
}

TEST_CASE("derivatives of cumulative choices go to the first of equal elements") {
  require_along_axes([](const auto& x, int axis) { return rt::cummax(x, axis); }, -2, 2);
  require_along_axes([](const auto& x, int axis) { return rt::cummin(x, axis); }, -2, 2);
  auto context = rt::Context::loopback(2);
  const Vector x = rt::array({1.0, 3.0, 3.0, 2.0, 5.0});
  REQUIRE(rt::to_vector(rt::grad(Number(rt::sum(rt::cummax(x))), x)) == Numbers{1, 3, 0, 0, 1});
}

TEST_CASE("derivatives of sorted and partitioned lines go back to where elements stood") {
  require_along_axes([](const auto& x, int axis) { return rt::sort(x, axis); }, -2, 2);
  require_along_axes([](const auto& x, int axis) { return rt::partition(x, 0, axis); }, -2, 2);
  require_along_axes([](const auto& x, int axis) { return rt::partition(x, -1, axis); }, -2, 2);
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const Vector x = rt::array({3.0, 1.0, 3.0, 2.0});
    const Vector v = rt::array({10.0, 20.0, 30.0, 40.0});
    REQUIRE(rt::to_vector(rt::vjp(rt::sort(x), v, x)) == Numbers{30, 10, 40, 20});
    const auto z = rt::array({std::complex<double>(2, 1), std::complex<double>(1, 5)});
    const auto by_z = rt::vjp(rt::sort(z), rt::array({std::complex<double>(1, 2), {3, 4}}), z);
    REQUIRE(rt::to_vector(by_z)[0] == std::complex<double>(3, 4));
    const Vector empty = rt::zeros({0});
    REQUIRE(rt::grad([](const Vector& y) { return loss_of(rt::sort(y)); }, empty).shape(0) == 0);
  }
}

TEST_CASE("derivatives of quantiles are shared by the elements next to them") {
  require_along_axes([](const auto& x, int axis) { return rt::median(x, axis); }, -2, 2);
  require_along_axes(
      [](const auto& x, int axis) {
        return rt::quantile(x, {0.2, 0.9}, axis);
      },
      -2, 2);
  for (const char* method : {"lower", "higher", "midpoint", "nearest"}) {
    require_along_axes(
        [&](const auto& x, int axis) { return rt::percentile(x, 35.0, axis, method); }, -2, 2);
  }
  require_along_axes([](const auto& x, int axis) { return rt::nanquantile(x, 0.4, axis); }, -2, 2);
  auto context = rt::Context::loopback(3);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Vector x = rt::array({4.0, nan, 1.0, 2.0, nan, 8.0});
  REQUIRE(rt::to_vector(rt::grad(Number(rt::nanmedian(x)), x)) == Numbers{0.5, 0, 0, 0.5, 0, 0});
  REQUIRE(rt::to_vector(rt::grad(Number(rt::nanquantile(x, 0.1)), x))[2] == 1 - 3 * 0.1);
}

TEST_CASE("derivatives of long vectors in order are those of short ones") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    constexpr std::int64_t many = (std::int64_t{1} << 18) + 3;
    const Vector x = spread_between<1>(-1, 1, {many});
    const auto weights = rt::arange<double>(many);
    const Vector by_x =
        rt::grad([&](const Vector& y) { return Number(rt::sum(weights * rt::sort(y))); }, x);
    REQUIRE(rt::all(by_x(rt::argsort(x)) == weights).item());
    const auto median = [](const Vector& y) {
      const Vector h = 2.0 * y;
      return Number(rt::median(h) * rt::quantile(h, 0.25));
    };
    const Vector by_median = rt::grad(median, x);
    const double expected = 2 * (rt::median(x).item() + rt::quantile(x, 0.25).item()) * 2;
    REQUIRE(std::abs(rt::sum(by_median).item() - expected) < 1e-12);
    REQUIRE(rt::sum(by_median != 0.0).item() <= 4);
  }
}

TEST_CASE("quantiles of long vectors that have been computed know of what they were") {
  auto context = rt::Context::loopback(2);
  const Vector x = spread_between<1>(-1, 1, {(std::int64_t{1} << 18) + 3});
  const Vector h = rt::exp(x);
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(x) + rt::median(x)), x),
                      Catch::Matchers::Contains("median"));
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(x) + rt::quantile(h, 0.3)), x),
                      Catch::Matchers::Contains("grad(f, x)"));
  const Number by_data = rt::median(h);
  const auto scaled = [&](const Vector& y) { return Number(rt::sum(by_data * y)); };
  REQUIRE(rt::all(rt::grad(scaled, x) == by_data).item());
  const Number kept = [&] {
    Number median;
    const auto loss = [&](const Vector& y) { return median = rt::median(y); };
    rt::evaluate(rt::grad(loss, x));
    return median;
  }();
  REQUIRE(kept.node()->pullback == nullptr);
}

TEST_CASE("derivatives of reproducible sums are those of sums") {
  require_along_axes([](const auto& x, int axis) { return rt::reproducible_sum(x, axis); });
}

TEST_CASE("derivatives of scans by functions that tell theirs") {
  const auto one = [](double, double) { return 1; };
  const auto zero = [](double, double) { return 0; };
  const auto circle = [](double a, double b) { return a + b + a * b; };
  const auto by_first =
      rt::vectorize([](double, double b) { return 1 + b; }, rt::derivatives(zero, one));
  const auto by_second =
      rt::vectorize([](double a, double) { return 1 + a; }, rt::derivatives(one, zero));
  require_along_axes([&](const auto& x, int axis) {
    return rt::scan(x, rt::vectorize(circle, rt::derivatives(by_first, by_second)), 0.0, axis);
  });
  const auto log_sum = [](double a, double b) {
    const double most = std::max(a, b);
    return most + std::log(std::exp(a - most) + std::exp(b - most));
  };
  const auto share = [](double a, double b) { return 1 / (1 + std::exp(b - a)); };
  const auto other_share = [](double a, double b) { return 1 / (1 + std::exp(a - b)); };
  const auto infinity = std::numeric_limits<double>::infinity();
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto log_sums = [&](const Matrix& x) {
      return loss_of(
          rt::scan(x, rt::vectorize(log_sum, rt::derivatives(share, other_share)), -infinity, 1));
    };
    const Matrix x = spread_between<2>(-1, 1, {4, 6});
    rt::evaluate(x);
    const auto by_names = [](const Matrix& a) {
      return loss_of(rt::log(rt::cumsum(rt::exp(a), 1)));
    };
    CHECK(rt::allclose(rt::grad(log_sums, x), rt::grad(by_names, x), 1e-10, 1e-10).item());
    const auto long_line = spread_between<1>(-1e-4, 1e-4, {5000});
    rt::evaluate(long_line);
    const auto products = [&](const Vector& a) {
      return Number(rt::sum(rt::square(
          rt::scan(a, rt::vectorize(circle, rt::derivatives(by_first, by_second)), 0.0))));
    };
    const auto same = [](const Vector& a) {
      return Number(rt::sum(rt::square(rt::cumprod(1.0 + a) - 1.0)));
    };
    CHECK(rt::allclose(rt::grad(products, long_line), rt::grad(same, long_line), 1e-9).item());
  }
  auto context = rt::Context::loopback(2);
  const Vector x = spread_between<1>(-1, 1, {5});
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(rt::scan(x, circle, 0.0))), x),
                      Catch::Matchers::Contains("no derivative is known of the function of scan"));
}

TEST_CASE("convolutions have derivatives by both vectors, in every mode") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [n, m] : {std::pair<std::int64_t, std::int64_t>{7, 3}, {4, 4}, {2, 5}}) {
      for (const char* mode : {"full", "same", "valid"}) {
        CAPTURE(sites, n, m, mode);
        const Vector x = rt::cos(rt::arange(double(n)));
        const Vector v = rt::sin(1.0 + rt::arange(double(m)));
        const auto by_x = [&](const Vector& y) { return loss_of(rt::convolve(y, v, mode)); };
        const auto by_v = [&](const Vector& y) { return loss_of(rt::correlate(x, y, mode)); };
        const auto by_both = [&](const Vector& y) {
          return loss_of(rt::convolve(rt::sin(y), y(rt::slice(0, m - 1)), mode));
        };
        require_gradient(by_x, spread_between<1>(0.3, 2, {n}));
        require_gradient(by_v, spread_between<1>(0.3, 2, {m}));
        require_gradient(by_both, spread_between<1>(0.3, 2, {n + m}));
        require_second_derivatives(by_both, spread_between<1>(0.3, 2, {n + m}));
      }
    }
  }
}

TEST_CASE("derivatives of a long convolution are sums of what blocks have") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Vector x = rt::cos(rt::arange(30'000.0));
  const Vector v = rt::arange(3.0);
  const auto loss = [&](const Vector& y) {
    return rt::sum(rt::square(rt::convolve(x, y, "same")));
  };
  const Vector slopes = rt::grad(loss, v);
  const Vector sums = rt::convolve(x, v, "same");
  // Element i of the middle is sum k of y[k] x[i + 1 - k].
  const Vector padded = rt::pad(x, 1);
  for (std::int64_t k = 0; k < 3; ++k) {
    const Vector shifted = padded(rt::slice(2 - k, 30'002 - k));
    CHECK(rt::item(slopes(k)) == Approx(rt::item(2.0 * rt::sum(sums * shifted))));
  }
}

TEST_CASE("derivatives of complex convolutions") {
  auto context = rt::Context::loopback(2);
  using Complex = std::complex<double>;
  const auto v = rt::array({Complex(1, -1), Complex(0.5, 2)});
  const auto of = [&](const Vector& y) {
    const auto z = rt::convolve(Complex(0, 1) * y + rt::astype<Complex>(y * y), v);
    return rt::sum(rt::square(rt::real(z)) + 2.0 * rt::imag(z));
  };
  require_gradient(of, spread_between<1>(0.3, 2, {6}));
  const auto by_v = [&](const Vector& y) {
    const auto u = rt::astype<Complex>(y) * Complex(1, 2);
    return rt::sum(rt::square(rt::imag(rt::convolve(v, u))));
  };
  require_gradient(by_v, spread_between<1>(0.3, 2, {6}));
}

}  // namespace lines_test
