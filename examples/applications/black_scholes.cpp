// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// The prices of European options by Black's and Scholes' formula: Spartan, section 6.1. All of it
// is elementwise, so it is one loop over what each rank has, and nothing travels.
//
//   mpirun -n 4 ./black_scholes

#include <cmath>
#include <cstdio>
#include <relatile/arrays.hpp>

namespace rt = relatile;
using Vector = rt::Array<double, 1>;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::int64_t options = 200000;
  const double rate = 0.02;
  const double volatility = 0.3;

  const Vector price = rt::random::uniform(5.0, 30.0, {options});
  const Vector strike = rt::random::uniform(1.0, 100.0, {options});
  const Vector years = rt::random::uniform(0.25, 10.0, {options});
  rt::evaluate(price, strike, years);

  const Vector spread = volatility * rt::sqrt(years);
  const Vector d1 =
      (rt::log(price / strike) + (rate + 0.5 * volatility * volatility) * years) / spread;
  const Vector d2 = d1 - spread;
  const Vector discounted = strike * rt::exp(-rate * years);
  const Vector call = price * rt::norm_cdf(d1) - discounted * rt::norm_cdf(d2);
  const Vector put = discounted * rt::norm_cdf(-d2) - price * rt::norm_cdf(-d1);
  rt::evaluate(call, put);
  const auto& report = rt::report(call);
  const auto predicted = report.bytes_predicted().value;
  const auto sent = report.bytes_sent().value;

  // A call less a put is the stock less the strike that is paid later: put-call parity.
  const double parity = rt::item(rt::max(rt::abs(call - put - price + discounted)));

  // The same in a plain loop.
  const auto s = rt::to_vector(price), k = rt::to_vector(strike), t = rt::to_vector(years);
  const auto calls = rt::to_vector(call);
  double difference = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double width = volatility * std::sqrt(t[i]);
    const double a = (std::log(s[i] / k[i]) + (rate + volatility * volatility / 2) * t[i]) / width;
    const double cdf_a = std::erfc(-a / std::sqrt(2)) / 2;
    const double cdf_b = std::erfc(-(a - width) / std::sqrt(2)) / 2;
    difference = std::max(
        difference, std::abs(calls[i] - s[i] * cdf_a + k[i] * std::exp(-rate * t[i]) * cdf_b));
  }
  const double mean_call = rt::item(rt::mean(call));
  const double mean_put = rt::item(rt::mean(put));
  if (context.rank() == 0) std::printf("mean call %.6f, mean put %.6f\n", mean_call, mean_put);
  rt::print(predicted, "B predicted,", sent, "B sent");
  const bool right = difference < 1e-10 && parity < 1e-10 && sent == predicted && sent == 0;
  rt::print("prices are those of a plain loop", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
