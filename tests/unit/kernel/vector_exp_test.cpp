// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/kernel/elementwise.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.hpp"

using namespace relatile;

namespace {

/// exp as a fused program computes it.
std::vector<double> exp_of(const std::vector<double>& x) {
  using Exp = kernel::Call<function::Exp, double, kernel::Leaf<double>>;
  const Stage stage = kernel::make_stage("exp", 1, Exp{});
  std::vector<double> result(x.size());
  const void* input = x.data();
  Chunk chunk;
  chunk.inputs = std::span(&input, 1);
  chunk.output = result.data();
  chunk.count = std::int64_t(x.size());
  stage.run(chunk);
  return result;
}

/// The distance of two positive numbers in units of the last place, which are evenly spaced below
/// the least normal number.
double units_apart(double a, double b) {
  const double last =
      std::max(std::nextafter(b, HUGE_VAL) - b, std::numeric_limits<double>::denorm_min());
  return std::abs(a - b) / last;
}

}  // namespace

TEST_CASE("exp in vectors is within two units in the last place, denormal results too") {
  std::vector<double> x;
  for (int i = 0; i < 200000; ++i) x.push_back(-745.1 + i * (1454.8 / 200000));
  for (int i = -2000; i < 2000; ++i) x.push_back(i * 1e-3 * std::log(2.0));
  for (int i = 0; i < 320; ++i) x.push_back((i % 2 == 0 ? 1 : -1) * std::pow(10.0, -i));
  const std::vector<double> result = exp_of(x);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    worst = std::max(worst, units_apart(result[i], std::exp(x[i])));
  }
  CAPTURE(worst);
  CHECK(worst <= 2);
}

TEST_CASE("exp in vectors is right at infinities, NaN, zero and past both ends") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  // Each of them 32 times, so that whole vectors have it.
  const std::vector<double> special{0.0,    -0.0,  inf,    -inf, 709.78,
                                    709.79, 1e300, -1e300, -746, -1000};
  std::vector<double> x;
  for (double s : special) x.insert(x.end(), 32, s);
  x.insert(x.end(), 32, std::numeric_limits<double>::quiet_NaN());
  const std::vector<double> result = exp_of(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    CAPTURE(x[i]);
    if (std::isnan(x[i])) {
      CHECK(std::isnan(result[i]));
    } else if (std::exp(x[i]) == 0 || std::exp(x[i]) == inf || x[i] == 0) {
      CHECK(result[i] == std::exp(x[i]));
    } else {
      CHECK(units_apart(result[i], std::exp(x[i])) <= 2);
    }
  }
}
