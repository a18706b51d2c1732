// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <limits>
#include <vector>

#include "unit/grad/against_differences.hpp"

namespace elementwise_test {

namespace rt = relatile;
using rt::test::require_gradient;
using rt::test::spread_between;

namespace {

template <class F>
void require_slope(const F& f, double low, double high) {
  const auto weights = spread_between<1>(0.5, 2, {13});
  require_gradient(
      [&](const rt::Array<double, 1>& x) { return rt::Array<double, 0>(rt::sum(weights * f(x))); },
      spread_between<1>(low, high, {13}));
}
template <class F>
void require_slopes(const F& f, double low, double high, double low_y, double high_y) {
  const auto x = spread_between<1>(low, high, {13});
  const auto y = spread_between<1>(low_y, high_y, {13}, 0.3);
  require_slope([&](const auto& z) { return f(z, y); }, low, high);
  require_slope([&](const auto& z) { return f(x, z); }, low_y, high_y);
}
std::vector<double> slope_at(const rt::Array<double, 1>& y, const rt::Array<double, 1>& x) {
  return rt::to_vector(rt::grad(rt::Array<double, 0>(rt::sum(y)), x));
}

}  // namespace

TEST_CASE("derivatives of elementwise functions are the slopes of their values") {
  auto context = rt::Context::loopback(2);
  require_slope(rt::exp, -2, 2);
  require_slope(rt::exp2, -2, 2);
  require_slope(rt::expm1, -2, 2);
  require_slope(rt::log, 0.2, 4);
  require_slope(rt::log2, 0.2, 4);
  require_slope(rt::log10, 0.2, 4);
  require_slope(rt::log1p, -0.8, 4);
  require_slope(rt::logistic, -3, 3);
  require_slope(rt::sqrt, 0.2, 4);
  require_slope(rt::cbrt, 0.2, 4);
  require_slope(rt::erf, -2, 2);
  require_slope(rt::erfc, -2, 2);
  require_slope(rt::norm_cdf, -2, 2);
  require_slope(rt::i0, -3, 3);
  require_slope(rt::i1, -3, 3);
  require_slope(rt::sin, -4, 4);
  require_slope(rt::cos, -4, 4);
  require_slope(rt::tan, -1.2, 1.2);
  require_slope(rt::sinc, -2.5, 2.5);
  require_slope(rt::sinh, -2, 2);
  require_slope(rt::cosh, -2, 2);
  require_slope(rt::tanh, -2, 2);
  require_slope(rt::arcsin, -0.9, 0.9);
  require_slope(rt::arccos, -0.9, 0.9);
  require_slope(rt::arctan, -3, 3);
  require_slope(rt::arcsinh, -3, 3);
  require_slope(rt::arccosh, 1.2, 4);
  require_slope(rt::arctanh, -0.9, 0.9);
  require_slope(rt::degrees, -3, 3);
  require_slope(rt::radians, -3, 3);
  require_slope(rt::negative, -3, 3);
  require_slope(rt::positive, -3, 3);
  require_slope(rt::abs, -3, 3);
  require_slope(rt::fabs, -3, 3);
  require_slope(rt::sign, -3, 3);
  require_slope(rt::square, -3, 3);
  require_slope(rt::reciprocal, 0.3, 3);
  require_slope(rt::floor, 0.1, 0.9);
  require_slope(rt::ceil, 0.1, 0.9);
  require_slope(rt::trunc, 0.1, 0.9);
  require_slope(rt::rint, 0.1, 0.4);
  require_slope(rt::conj, -3, 3);
  require_slope(rt::real, -3, 3);
  require_slope(rt::imag, -3, 3);
  require_slope(rt::angle, 0.5, 3);
  require_slope(rt::modf_fraction, 0.1, 0.9);
  require_slope(rt::frexp_mantissa, 0.6, 0.9);
  require_slope(rt::frexp_mantissa, -31, -17);
  require_slope(
      [](const auto& x) { return rt::frexp(x).first * rt::astype<double>(rt::frexp(x).second); },
      4.2, 7.8);
}

TEST_CASE("derivatives of functions of two and three operands are by each of them") {
  auto context = rt::Context::loopback(3);
  require_slopes(rt::add, -2, 2, -3, 3);
  require_slopes(rt::subtract, -2, 2, -3, 3);
  require_slopes(rt::multiply, -2, 2, -3, 3);
  require_slopes(rt::divide, -2, 2, 0.5, 3);
  require_slopes(rt::power, 0.3, 2, -2, 3);
  require_slopes(rt::float_power, 0.3, 2, -2, 3);
  require_slopes(rt::logaddexp, -2, 2, -3, 3);
  require_slopes(rt::logaddexp2, -2, 2, -3, 3);
  require_slopes(rt::arctan2, 0.5, 2, 0.5, 3);
  require_slopes(rt::hypot, 0.5, 2, 0.5, 3);
  require_slopes(rt::maximum, -2, 2, -3, 3);
  require_slopes(rt::minimum, -2, 2, -3, 3);
  require_slopes(rt::fmax, -2, 2, -3, 3);
  require_slopes(rt::fmin, -2, 2, -3, 3);
  require_slopes(rt::remainder, 4.1, 4.4, 1.1, 1.3);
  require_slopes(rt::fmod, -4.4, -4.1, 1.1, 1.3);
  require_slopes(rt::floor_divide, 4.1, 4.4, 1.1, 1.3);
  require_slopes(rt::copysign, 0.5, 2, -3, -1);
  require_slopes(rt::ldexp, 0.5, 2, 1, 2);
  require_slopes([](const auto& x, const auto& y) { return rt::where(x < y, x * y, y); }, -2, 2, -3,
                 3);
  require_slopes([](const auto& x, const auto& y) { return rt::clip(x, -1.0, y); }, -2, 2, 0.5,
                 1.5);
  require_slope([](const auto& x) { return rt::clip(x, -1.05, 1.03); }, -2, 2);
  require_slope([](const auto& x) { return 2.0 / (1.0 + x * x) - 3.0 * rt::exp(-x) / x; }, 0.5, 2);
  require_slope([](const auto& x) { return rt::sin(x) * rt::exp(rt::sin(x)) + rt::sin(x); }, -2, 2);
}

TEST_CASE("where there is no derivative it is what JAX says") {
  auto context = rt::Context::loopback(2);
  const auto x = rt::array({0.0, 1.0, -1.0});
  const auto y = rt::array({0.0, 1.0, 2.0});
  using Slopes = std::vector<double>;
  REQUIRE(slope_at(rt::abs(x), x) == Slopes{0, 1, -1});
  REQUIRE(slope_at(rt::maximum(x, y), x) == Slopes{0.5, 0.5, 0});
  REQUIRE(slope_at(rt::minimum(x, y), y) == Slopes{0.5, 0.5, 0});
  REQUIRE(slope_at(rt::maximum(x, 0.0), x) == Slopes{0.5, 1, 0});
  REQUIRE(slope_at(rt::sqrt(rt::abs(x)), x)[1] == 0.5);
  REQUIRE(slope_at(rt::power(x, 2.0), x) == Slopes{0, 2, -2});
  REQUIRE(slope_at(rt::power(x, 0.0), x) == Slopes{0, 0, 0});
  REQUIRE(slope_at(rt::power(y, y), y)[0] == 0);
  REQUIRE(slope_at(rt::sinc(x), x)[0] == 0);
  REQUIRE(slope_at(rt::i0(x), x)[0] == 0);
  REQUIRE(slope_at(rt::i1(x), x)[0] == 0.5);
  REQUIRE(slope_at(rt::hypot(x, x), x)[0] == 0);
  const auto best = rt::array({3.0, 1.0, 3.0, 3.0});
  const auto by = [&](const rt::Array<double, 0>& loss) {
    return rt::to_vector(rt::grad(loss, best));
  };
  REQUIRE(by(rt::max(best)) == Slopes{1.0 / 3, 0, 1.0 / 3, 1.0 / 3});
  REQUIRE(by(rt::min(best)) == Slopes{0, 1, 0, 0});
  const auto zeros = rt::array({2.0, 0.0, 5.0});
  REQUIRE(rt::to_vector(rt::grad(rt::Array<double, 0>(rt::prod(zeros)), zeros)) ==
          Slopes{0, 10, 0});
  const auto two = rt::array({2.0, 0.0, 0.0});
  REQUIRE(rt::to_vector(rt::grad(rt::Array<double, 0>(rt::prod(two)), two)) == Slopes{0, 0, 0});
}

TEST_CASE("derivatives of interpolated, unwrapped and replaced numbers") {
  for (const int sites : {1, 2, 3, 5}) {
    auto context = rt::Context::loopback(sites);
    const auto places = rt::array({0.0, 1.0, 1.7, 3.0});
    const auto values = rt::array({1.0, -2.0, 0.5, 4.0});
    const auto x = spread_between<1>(-0.5, 3.5, {13});
    rt::evaluate(places, values, x);
    require_slope([&](const auto& at) { return rt::interp(at, places, values); }, -0.5, 3.5);
    using Vector = rt::Array<double, 1>;
    const auto of_points = [&](const auto& f) {
      return [&](const Vector& points) {
        return rt::Array<double, 0>(rt::sum(rt::square(f(points)) * rt::cos(x)));
      };
    };
    const auto by_values = [&](const Vector& f) { return rt::interp(x, places, f); };
    const auto by_places = [&](const Vector& p) { return rt::interp(x, p, values, 0.0, 0.5); };
    require_gradient(of_points(by_values), values);
    require_gradient(of_points(by_places), places);
    rt::test::require_second_derivatives(of_points(by_values), values);
    rt::test::require_second_derivatives(of_points(by_places), places);
    require_slope([](const auto& at) { return rt::unwrap(5.0 * at); }, -2, 2);
    require_slope([](const auto& at) { return rt::around(at, 1) * at; }, 0.11, 0.14);
    require_slope([](const auto& at) { return rt::nan_to_num(at * at); }, -2, 2);
  }
  auto context = rt::Context::loopback(2);
  const double infinity = std::numeric_limits<double>::infinity();
  const auto far = rt::array({-infinity, 0.25, infinity, 9.0});
  const auto [by_far, by_places, by_values] =
      rt::grad([](const auto& at, const auto& p,
                  const auto& f) { return rt::Array<double, 0>(rt::sum(rt::interp(at, p, f))); },
               rt::Array<double, 1>(far), rt::Array<double, 1>(rt::array({0.0, 1.0, 2.0})),
               rt::Array<double, 1>(rt::array({1.0, 5.0, 2.0})));
  REQUIRE(rt::to_vector(by_far) == std::vector<double>{0, 4, 0, 0});
  REQUIRE(rt::to_vector(by_places) == std::vector<double>{-3, -1, 0});
  REQUIRE(rt::to_vector(by_values) == std::vector<double>{1.75, 0.25, 2});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = rt::array({1.0, nan, -std::numeric_limits<double>::infinity()});
  REQUIRE(slope_at(rt::nan_to_num(x), x) == std::vector<double>{1, 0, 0});
  using C = std::complex<double>;
  const auto z = rt::array({C(1, nan), C(2, 3)});
  const auto loss = [](const rt::Array<C, 1>& v) {
    const auto numbers = rt::nan_to_num(v);
    return rt::Array<double, 0>(rt::sum(rt::real(numbers) + 2.0 * rt::imag(numbers)));
  };
  REQUIRE(rt::to_vector(rt::grad(loss, z)) == std::vector<C>{C(1, 0), C(1, 2)});
}

TEST_CASE("derivatives by complex numbers are by both parts, and by floats are floats") {
  using C = std::complex<double>;
  auto context = rt::Context::loopback(2);
  const auto z = rt::array({C(1, 2), C(-0.5, 0.25), C(0.3, -1)});
  rt::evaluate(z);
  const auto loss = [](const rt::Array<C, 1>& v) {
    const auto w = rt::exp(v) * v - rt::sin(v) / (v + 2.0);
    return rt::Array<double, 0>(rt::sum(rt::real(w * rt::conj(w))) + rt::sum(rt::abs(v * v)) +
                                rt::sum(rt::imag(v) * rt::angle(v)));
  };
  const auto found = rt::to_vector(rt::grad(loss, z));
  const double h = 1e-6;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto moved = [&](C by) {
      auto values = rt::to_vector(z);
      values[i] += by;
      return loss(rt::from_span(values, {3})).item();
    };
    const C expected((moved({h, 0}) - moved({-h, 0})) / (2 * h),
                     (moved({0, h}) - moved({0, -h})) / (2 * h));
    INFO(found[i] << " " << expected);
    REQUIRE(std::abs(found[i] - expected) < 1e-6 * (1 + std::abs(expected)));
  }
  const auto x = rt::array({1.0F, 2.0F});
  const rt::Array<float, 1> g = rt::grad(rt::Array<float, 0>(rt::sum(x * x)), x);
  REQUIRE(rt::to_vector(g) == std::vector<float>{2, 4});
  const rt::Array<float, 1> mixed =
      rt::grad(rt::Array<double, 0>(rt::sum(rt::astype<double>(x) * 3.0)), x);
  REQUIRE(rt::to_vector(mixed) == std::vector<float>{3, 3});
}

TEST_CASE("lengths of complex numbers have second derivatives where some are zero") {
  using C = std::complex<double>;
  using Complex = rt::Array<C, 1>;
  using Number = rt::Array<double, 0>;
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto z = rt::array({C(3, 4), C(0, 0)});
    const auto d = rt::array({C(1, 0), C(1, 1)});
    const auto require = [&](const auto& f, const C& first, const C& second) {
      const auto found = rt::to_vector(rt::hessian_vector(f, z, d));
      INFO(found[0] << " " << found[1]);
      CHECK(std::abs(found[0] - first) < 1e-14);
      CHECK(std::abs(found[1] - second) < 1e-14);
    };
    require([](const Complex& q) { return Number(rt::sum(rt::square(rt::abs(q)))); }, {2, 0},
            {2, 2});
    // Of the length of all: d over it, less what points along z.
    const C along(0.2 - 0.6 * 0.6 / 5, -0.6 * 0.8 / 5);
    require([](const Complex& q) { return rt::norm(q); }, along, {0.2, 0.2});
    require([](const Complex& q) { return rt::norm(q, 2, 0); }, along, {0.2, 0.2});
    // Of each length, which has no derivative at 0, and there is told to have 0.
    require([](const Complex& q) { return Number(rt::sum(rt::abs(q))); }, along, 0);
    const auto of_parts = [](const rt::Array<double, 1>& q) {
      return Number(rt::sum(rt::square(rt::abs(rt::astype<C>(q)))));
    };
    CHECK(rt::to_vector(rt::hessian(of_parts, rt::zeros({2}))) == std::vector<double>{2, 0, 0, 2});
    const auto of_reals = [](const rt::Array<double, 1>& q) { return rt::norm(q); };
    const auto hessian = rt::to_vector(rt::hessian(of_reals, rt::array({0.0, 2.0})));
    CHECK(hessian == std::vector<double>{0.5, 0, 0, 0});
    const auto both = [](const rt::Array<double, 1>& q) {
      return Number(rt::sum(rt::hypot(q, 2.0 * q)));
    };
    CHECK(rt::all(rt::isfinite(rt::hessian(both, rt::zeros({2})))).item());
  }
}

TEST_CASE("derivatives of variances leave out what does not count") {
  using Vector = rt::Array<double, 1>;
  using Matrix = rt::Array<double, 2>;
  using Number = rt::Array<double, 0>;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const Vector x = rt::array({1.0, nan, 2.0});
    const auto by = [&](const auto& f) { return rt::to_vector(rt::grad(f, x)); };
    CHECK(by([](const Vector& q) { return Number(rt::nanvar(q)); }) ==
          std::vector<double>{-0.5, 0, 0.5});
    CHECK(by([](const Vector& q) { return Number(rt::nanstd(q)); }) ==
          std::vector<double>{-0.5, 0, 0.5});
    CHECK(by([](const Vector& q) { return Number(rt::nanvar(q, {.ddof = 1})); }) ==
          std::vector<double>{-1, 0, 1});
    CHECK(by([](const Vector& q) { return Number(rt::var(q, rt::only(q > 0.0))); }) ==
          std::vector<double>{-0.5, 0, 0.5});
    const auto second = [](const Vector& q) { return Number(rt::nanvar(q)); };
    CHECK(rt::to_vector(rt::hessian_vector(second, x, rt::array({1.0, 5.0, 0.0}))) ==
          std::vector<double>{0.5, 0, -0.5});
    const Matrix rows = rt::array({{1.0, nan, 3.0, 5.0}, {0.5, 2.0, nan, 4.0}});
    const Matrix kept = rt::array({{1.0, 3.0, 5.0}, {0.5, 2.0, 4.0}});
    const auto of = [](const auto& f) {
      return [=](const Matrix& q) { return rt::test::loss_of(f(q)); };
    };
    const auto require_alike = [&](const auto& skips, const auto& plain) {
      const Matrix found = rt::grad(of(skips), rows);
      const Vector expected = rt::ravel(rt::grad(of(plain), kept));
      CHECK(
          rt::allclose(rt::compress(rt::ravel(rt::logical_not(rt::isnan(rows))), rt::ravel(found)),
                       expected)
              .item());
      CHECK(found(0, 1).item() == 0);
    };
    require_alike([](const Matrix& q) { return rt::nanvar(q, 1); },
                  [](const Matrix& q) { return rt::var(q, 1); });
    require_alike([](const Matrix& q) { return rt::nanstd(q, 1, rt::keepdims, {.ddof = 1}); },
                  [](const Matrix& q) { return rt::std(q, 1, rt::keepdims, {.ddof = 1}); });
    using C = std::complex<double>;
    const auto z = rt::array({C(1, 2), C(nan, 0), C(2, 0)});
    const auto of_complex = [](const rt::Array<C, 1>& q) { return Number(rt::nanvar(q)); };
    CHECK(rt::to_vector(rt::grad(of_complex, z)) ==
          std::vector<C>{C(-0.5, 1), C(0, 0), C(0.5, -1)});
  }
}

}  // namespace elementwise_test
