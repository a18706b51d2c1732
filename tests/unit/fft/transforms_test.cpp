// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <numbers>
#include <relatile/fft.hpp>
#include <relatile/grad.hpp>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace transforms_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using Complex = std::complex<double>;
using Vector = std::vector<Complex>;

namespace {

/// The definition, in plain loops; angles are reduced first, so that they are exact.
Vector transformed(const Vector& x, int sign) {
  const auto n = static_cast<std::int64_t>(x.size());
  Vector y(x.size());
  for (std::int64_t k = 0; k < n; ++k) {
    for (std::int64_t j = 0; j < n; ++j) {
      const double turns = static_cast<double>(j * k % n) / static_cast<double>(n);
      y[std::size_t(k)] += x[std::size_t(j)] * std::polar(1.0, sign * 2 * std::numbers::pi * turns);
    }
  }
  return y;
}

double number(std::int64_t i) { return double((i * 7 + 3) % 11) - 5.25; }
Complex complex_number(std::int64_t i) { return {number(i), number(3 * i + 1)}; }

rt::Array<Complex, 1> numbers(std::int64_t n) { return rt::from_function({n}, complex_number); }

template <class A, class B>
double distance(const A& a, const B& b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, double(std::abs(a[i] - b[i])));
  return most;
}

}  // namespace

TEST_CASE("transforms of every size are what the definition says, forwards and backwards") {
  for (const int sites : {1, 3}) {
    const auto context = rt::Context::loopback(sites);
    for (const std::int64_t n : {1, 2, 3, 4, 5, 7, 8, 12, 30, 31, 64, 67, 97, 134, 201, 256, 509}) {
      CAPTURE(sites, n);
      Vector x(static_cast<std::size_t>(n));
      for (std::int64_t i = 0; i < n; ++i) x[std::size_t(i)] = complex_number(i);
      const double close = 1e-13 * double(n) * 10;
      CHECK(distance(rt::to_vector(rt::fft::fft(numbers(n))), transformed(x, -1)) < close);
      Vector back = transformed(x, 1);
      for (Complex& one : back) one /= double(n);
      CHECK(distance(rt::to_vector(rt::fft::ifft(numbers(n))), back) < close);
      CHECK(distance(rt::to_vector(rt::fft::ifft(rt::fft::fft(numbers(n)))), x) < close);

      const rt::Array<double, 1> reals = rt::from_function({n}, number);
      for (std::int64_t i = 0; i < n; ++i) x[std::size_t(i)] = number(i);
      Vector half = transformed(x, -1);
      half.resize(static_cast<std::size_t>(n / 2 + 1));
      const rt::Array<Complex, 1> spectrum = rt::fft::rfft(reals);
      CHECK(distance(rt::to_vector(spectrum), half) < close);
      CHECK(distance(rt::to_vector(rt::fft::irfft(spectrum, n)), rt::to_vector(reals)) < close);
    }
  }
}

TEST_CASE("one long line is transformed by all sites, whatever its length") {
  for (const std::int64_t n :
       {std::int64_t(1) << 16, std::int64_t(65537), std::int64_t(300 * 301)}) {
    std::vector<Complex> first;
    for (const int sites : {1, 2, 5}) {
      const auto context = rt::Context::loopback(sites);
      // A wave of 5 turns and a half: one number, and its neighbours by a formula.
      const rt::Array<double, 1> wave = rt::from_function({n}, [n](std::int64_t j) {
        return std::cos(2 * std::numbers::pi * double(5 * j % n) / double(n)) + 0.5;
      });
      const rt::Array<Complex, 1> spectrum = rt::fft::fft(wave);
      CAPTURE(n, sites);
      const auto found = rt::to_vector(spectrum);
      for (std::int64_t k = 0; k < n; ++k) {
        const double expected = k == 0                 ? 0.5 * double(n)
                                : k == 5 || k == n - 5 ? 0.5 * double(n)
                                                       : 0;
        if (std::abs(found[std::size_t(k)] - expected) > 1e-9 * double(n)) {
          FAIL("at " << k << ": " << found[std::size_t(k)]);
        }
      }
      CHECK(distance(rt::to_vector(rt::fft::irfft(rt::fft::rfft(wave), n)), rt::to_vector(wave)) <
            1e-12);
      rt::evaluate(spectrum);
      const auto& plan = rt::report(spectrum).plan;
      if (sites > 1 && n != 65537) {  // which is a prime: the work of one site
        std::int64_t most = 0;
        for (const auto& step : plan.steps) {
          if (step.kind != rt::plan::StepKind::local) continue;
          for (const auto& flops : *step.flops) most = std::max(most, flops.value);
        }
        CHECK(most < plan.total_flops().value / 2);
      }
      if (sites == 1) first = found;
      CHECK(distance(found, first) < 1e-9 * double(n));
    }
  }
}

TEST_CASE("axes, lengths, norms and types are numpy.fft's") {
  const auto context = rt::Context::loopback(2);
  const rt::Array<Complex, 3> x =
      rt::from_function({4, 6, 5}, [](std::int64_t i, std::int64_t j, std::int64_t k) {
        return complex_number(30 * i + 5 * j + k);
      });
  const auto line = [&](std::int64_t i, std::int64_t k) {
    return rt::to_vector(x(i, rt::all_of_axis, k));
  };
  const rt::Array<Complex, 3> along = rt::fft::fft(x, {.axis = 1});
  CHECK(distance(rt::to_vector(along(2, rt::all_of_axis, 3)), transformed(line(2, 3), -1)) < 1e-12);
  // Cut and filled.
  auto cut = line(1, 1);
  cut.resize(4);
  CHECK(distance(rt::to_vector(rt::fft::fft(x, 4, 1)(1, rt::all_of_axis, 1)),
                 transformed(cut, -1)) < 1e-12);
  auto filled = line(1, 1);
  filled.resize(9);
  CHECK(distance(rt::to_vector(rt::fft::fft(x, 9, 1)(1, rt::all_of_axis, 1)),
                 transformed(filled, -1)) < 1e-12);
  // NumPy's None, as {} or std::nullopt, is the length that there is.
  CHECK(rt::allclose(rt::fft::fft(x, {}, 1), along).item());
  CHECK(rt::allclose(rt::fft::fft(x, std::nullopt, 1, "ortho"), along / std::sqrt(6.0)).item());
  CHECK(rt::allclose(rt::fft::ifft(x, std::nullopt), rt::fft::ifft(x)).item());
  CHECK(rt::allclose(rt::fft::fft(x, std::optional<std::int64_t>(), 1), along).item());
  CHECK(
      rt::allclose(rt::fft::rfft(rt::real(x), rt::Extent(4)), rt::fft::rfft(rt::real(x), {.n = 4}))
          .item());
  CHECK(rt::allclose(rt::fft::irfft(x, 4U), rt::fft::irfft(x, {.n = 4})).item());
  // Norms.
  const double six = 6;
  CHECK(rt::allclose(rt::fft::fft(x, {.axis = 1, .norm = "ortho"}), along / std::sqrt(six)).item());
  CHECK(rt::allclose(rt::fft::fft(x, {.axis = 1, .norm = "forward"}), along / six).item());
  CHECK(rt::allclose(rt::fft::ifft(along, {.axis = 1, .norm = "forward"}), x * six).item());
  // Several axes, one after the other.
  const rt::Array<Complex, 3> both = rt::fft::fft(rt::fft::fft(x, {.axis = 2}), {.axis = 0});
  CHECK(rt::allclose(rt::fft::fftn(x, {.axes = {0, 2}}), both).item());
  CHECK(rt::allclose(rt::fft::fft2(x), rt::fft::fft(rt::fft::fft(x, {.axis = 2}), {.axis = 1}))
            .item());
  CHECK(rt::allclose(rt::fft::ifftn(rt::fft::fftn(x)), x).item());
  CHECK(rt::allclose(rt::fft::ifft2(rt::fft::fft2(x)), x).item());
  const rt::Array<double, 3> reals = rt::real(x);
  CHECK(rt::fft::rfftn(reals).shape() == rt::Extents{4, 6, 3});
  CHECK(rt::allclose(rt::fft::rfftn(reals),
                     rt::fft::fftn(reals)(rt::all_of_axis, rt::all_of_axis, rt::slice(0, 3)))
            .item());
  CHECK(rt::allclose(rt::fft::irfftn(rt::fft::rfftn(reals), {.s = {4, 6, 5}}), reals).item());
  CHECK(rt::allclose(rt::fft::irfft2(rt::fft::rfft2(reals), {.s = {6, 5}}), reals).item());
  // Types.
  static_assert(std::is_same_v<rt::element_of<decltype(rt::fft::fft(rt::Array<float, 1>()))>,
                               std::complex<float>>);
  static_assert(
      std::is_same_v<rt::element_of<decltype(rt::fft::rfft(rt::Array<int, 1>()))>, Complex>);
  static_assert(
      std::is_same_v<rt::element_of<decltype(rt::fft::irfft(rt::Array<std::complex<float>, 1>()))>,
                     float>);
  const rt::Array<float, 1> floats = rt::astype<float>(rt::arange(6));
  CHECK(std::abs(rt::item(rt::fft::fft(floats)(0)) - 15.0F) < 1e-5F);
}

TEST_CASE("frequencies and shifts are numpy.fft's") {
  const auto context = rt::Context::loopback(2);
  CHECK(rt::to_vector(rt::fft::fftfreq(5, 0.5)) == std::vector<double>{0, 0.4, 0.8, -0.8, -0.4});
  CHECK(rt::to_vector(rt::fft::fftfreq(4)) == std::vector<double>{0, 0.25, -0.5, -0.25});
  CHECK(rt::to_vector(rt::fft::rfftfreq(4)) == std::vector<double>{0, 0.25, 0.5});
  CHECK(rt::to_vector(rt::fft::fftshift(rt::arange(5))) == std::vector<int>{3, 4, 0, 1, 2});
  CHECK(rt::to_vector(rt::fft::ifftshift(rt::fft::fftshift(rt::arange(5)))) ==
        rt::to_vector(rt::arange(5)));
  const auto x = rt::reshape(rt::arange(12), {3, 4});
  CHECK(rt::all(rt::fft::fftshift(x, {1}) == rt::roll(x, 2, 1)).item());
  CHECK(rt::all(rt::fft::fftshift(x, 1) == rt::roll(x, 2, 1)).item());
  CHECK(rt::all(rt::fft::ifftshift(x, -1) == rt::fft::ifftshift(x, {1})).item());
  CHECK(rt::all(rt::fft::fftshift(x) == rt::roll(rt::roll(x, 2, 1), 1, 0)).item());
}

TEST_CASE("what can't be transformed is refused by name") {
  const auto context = rt::Context::loopback(2);
  const rt::Array<double, 2> x = rt::ones({3, 4});
  CHECK_THROWS_WITH(rt::fft::fft(x, {.axis = 2}),
                    ContainsSubstring("fft") && ContainsSubstring("axis 2"));
  CHECK_THROWS_WITH(rt::fft::fft(x, 0),
                    ContainsSubstring("fft: 0 elements along axis 1 of shape (3, 4)"));
  CHECK_THROWS_WITH(rt::fft::irfft(rt::ones({1})), ContainsSubstring("irfft: 0 elements"));
  CHECK_THROWS_WITH(rt::fft::fft(rt::zeros({0})), ContainsSubstring("fft: 0 elements"));
  CHECK_THROWS_WITH(rt::fft::fft(x, {.norm = "unit"}), ContainsSubstring("norm is \"unit\""));
  CHECK_THROWS_WITH(rt::fft::fftn(x, {.s = {3}, .axes = {0, 1}}),
                    ContainsSubstring("1 sizes for 2 axes"));
  CHECK(rt::to_vector(rt::fft::fft(rt::zeros({0, 4}))).empty());
}

TEST_CASE("derivatives of transforms are transforms") {
  const auto context = rt::Context::loopback(2);
  const auto slope = [](const auto& loss, rt::Array<double, 1> x, std::int64_t i) {
    const double h = 1e-5;
    const rt::Array<double, 1> step =
        rt::from_function({x.shape()[0]}, [=](std::int64_t j) { return j == i ? h : 0.0; });
    return (loss(x + step).item() - loss(x - step).item()) / (2 * h);
  };
  for (const std::int64_t n : {6, 7, 67}) {
    const rt::Array<double, 1> weights =
        rt::from_function({n}, [](std::int64_t i) { return std::sin(double(i)); });
    const rt::Array<double, 1> x = rt::from_function({n}, number);
    const auto power = [&](const auto& v) -> rt::Array<double, 0> {
      const auto y = rt::fft::fft(v * weights);
      return rt::sum(rt::square(rt::real(y)) * rt::from_function({n}, number) + rt::imag(y));
    };
    const auto round = [&](const auto& v) -> rt::Array<double, 0> {
      const auto y = rt::fft::rfft(v);
      return rt::sum(rt::exp(0.01 * rt::fft::irfft(y * y, n)) * weights);
    };
    const auto back = [&](const auto& v) -> rt::Array<double, 0> {
      return rt::sum(rt::square(rt::imag(rt::fft::ifft(v, {.norm = "ortho"}))) * weights);
    };
    const auto check = [&](const auto& loss) {
      const auto g = rt::to_vector(rt::grad(loss, x));
      for (const std::int64_t i : {std::int64_t(0), std::int64_t(1), n / 2, n - 1}) {
        CAPTURE(n, i);
        CHECK(g[std::size_t(i)] == Approx(slope(loss, x, i)).epsilon(1e-5).margin(1e-5));
      }
    };
    check(power);
    check(round);
    check(back);
  }
}

}  // namespace transforms_test
