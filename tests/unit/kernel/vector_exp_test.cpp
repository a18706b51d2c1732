// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/kernel/compiled_function.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"
#include "support/run_chunk.hpp"

namespace vector_exp_test {

using namespace relatile;

namespace {

/// F as a fused program computes it.
template <class F, class T>
std::vector<T> computed(const std::vector<T>& x) {
  return test::run_chunk(kernel::function_of<F, T>().stage().run, x);
}

/// The type in which references are computed.
template <class T>
using Wider = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// How far a result is from the right one in units of the right one's last place, which are evenly
/// spaced below the least normal number. Past the greatest number they go on as before.
template <class T>
double units_apart(T result, Wider<T> right) {
  using Limits = std::numeric_limits<T>;
  if (right == 0) return result == 0 ? 0 : HUGE_VAL;
  const int exponent =
      std::clamp(std::ilogb(right) + 1, Limits::min_exponent, Limits::max_exponent);
  const Wider<T> last = std::ldexp(Wider<T>(1), exponent - Limits::digits);
  const Wider<T> past_all = std::ldexp(Wider<T>(1), Limits::max_exponent);
  if (std::isinf(result) && right > past_all) return 0;
  const Wider<T> value = std::isinf(result) ? past_all : Wider<T>(result);
  return static_cast<double>(std::abs(value - right) / last);
}

template <class T>
double worst_of_exp(const std::vector<T>& x) {
  const std::vector<T> result = computed<function::Exp>(x);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    worst = std::max(worst, units_apart(result[i], std::exp(Wider<T>(x[i]))));
  }
  return worst;
}

template <class T>
std::vector<T> evenly(T from, T to, int count) {
  std::vector<T> x;
  for (int i = 0; i < count; ++i) x.push_back(from + static_cast<T>(i) * ((to - from) / T(count)));
  return x;
}

}  // namespace

TEMPLATE_TEST_CASE("exp in vectors is within two units in the last place", "", float, double) {
  using T = TestType;
  const bool single = std::is_same_v<T, float>;
  const T lowest = single ? T(-104) : T(-745.5);
  const T highest = single ? T(88.8) : T(709.8);
  CHECK(worst_of_exp(evenly<T>(lowest, highest, 1'000'000)) <= 2);
  CHECK(worst_of_exp(evenly<T>(highest - T(3), highest, 200'000)) <= 2);  // near overflow
  CHECK(worst_of_exp(evenly<T>(lowest, lowest + T(40), 200'000)) <= 2);   // denormal results too
  std::vector<T> x;
  for (int i = -2000; i < 2000; ++i) x.push_back(static_cast<T>(i * 1e-3 * std::log(2.0)));
  for (int i = 0; i < 320; ++i) x.push_back(static_cast<T>((i % 2 ? -1 : 1) * std::pow(10.0, -i)));
  for (T near : {T(0), highest, T(86.6), T(-87.4), lowest}) {
    T up = near;
    T down = near;
    for (int i = 0; i < 1000; ++i) {
      x.push_back(up = std::nextafter(up, T(HUGE_VAL)));
      x.push_back(down = std::nextafter(down, -T(HUGE_VAL)));
    }
  }
  CHECK(worst_of_exp(x) <= 2);
}

TEMPLATE_TEST_CASE("exp in vectors is right at infinities, NaN, zero and past both ends", "", float,
                   double) {
  using T = TestType;
  constexpr T inf = std::numeric_limits<T>::infinity();
  constexpr T most = std::numeric_limits<T>::max();
  const T last = std::log(most);  // of which the result is finite
  const T first = std::is_same_v<T, float> ? T(-103.98) : T(-745.14);
  // Each of them 32 times, so that whole vectors have it.
  std::vector<T> x;
  for (T s : {T(0), -T(0), inf, -inf, last, std::nextafter(last, inf), most, -most, first, T(1000),
              T(-1000), std::numeric_limits<T>::denorm_min()}) {
    x.insert(x.end(), 32, s);
  }
  x.insert(x.end(), 32, std::numeric_limits<T>::quiet_NaN());
  const std::vector<T> result = computed<function::Exp>(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    CAPTURE(x[i]);
    const T right = std::exp(x[i]);
    if (std::isnan(right)) {
      CHECK(std::isnan(result[i]));
    } else if (right == 0 || right == 1 || right == inf) {
      CHECK(result[i] == right);
    } else {
      CHECK(units_apart(result[i], std::exp(Wider<T>(x[i]))) <= 2);
    }
  }
}

TEMPLATE_TEST_CASE("logistic in vectors is as near, down to the smallest normal number", "", float,
                   double) {
  using T = TestType;
  constexpr T inf = std::numeric_limits<T>::infinity();
  const T lowest = std::is_same_v<T, float> ? T(-87) : T(-708);
  std::vector<T> x = evenly<T>(lowest, -lowest, 500'000);
  x.insert(x.end(), 32, inf);
  x.insert(x.end(), 32, -inf);
  x.insert(x.end(), 32, std::numeric_limits<T>::quiet_NaN());
  const std::vector<T> result = computed<function::Logistic>(x);
  double worst = 0;
  bool nans = true;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i])) {
      nans = nans && std::isnan(result[i]);
    } else {
      worst = std::max(worst, units_apart(result[i], 1 / (1 + std::exp(-Wider<T>(x[i])))));
    }
  }
  CHECK(nans);
  CHECK(worst <= 3);
}

}  // namespace vector_exp_test
