// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// The next price of a series, of the returns before: Spartan's applications. Windows that slide
// over the returns are the rows of a regression, which TSQR solves where they are.
//
//   mpirun -n 4 ./price_predictor

#include <cmath>
#include <cstdio>
#include <relatile/spectral.hpp>
#include <vector>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;

constexpr std::int64_t prices = 100000, lags = 4;
constexpr double volatility = 0.01;

/// A return is these parts of the ones before it, the latest first, and noise.
const std::vector<double> process{0.5, -0.3, 0.2, 0.1};

/// What is left of one shock after 0, 1, ... steps.
std::vector<double> responses() {
  std::vector<double> response{1.0};
  for (std::size_t t = 1; t < 200; ++t) {
    double sum = 0;
    for (std::size_t j = 1; j <= process.size() && j <= t; ++j) {
      sum += process[j - 1] * response[t - j];
    }
    response.push_back(sum);
  }
  return response;
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::vector<double> response = responses();

  // A return is a sum of shocks, weighted by what is left of them.
  const Vector kernel = rt::from_span(response, {response.size()});
  const Vector shocks = rt::random::normal(0.0, volatility, {prices + kernel.size()});
  const Vector price = 100.0 * rt::exp(rt::cumsum(rt::convolve(shocks, kernel, "valid")));
  rt::evaluate(price, shocks);

  // From here on prices are all there is. Rows are `lags` returns and the one that follows them.
  const Vector returns = rt::diff(rt::log(price));
  const Matrix windows = rt::sliding_window_view(returns, {lags + 1});
  const std::int64_t train = windows.shape(0) / 5 * 4;
  const Matrix x = windows(rt::all_of_axis, rt::slice(0, lags));
  const Vector y = windows(rt::all_of_axis, lags);
  rt::evaluate(returns, x, y);
  const auto predicted = rt::report(x).bytes_predicted().value;
  const auto sent = rt::report(x).bytes_sent().value;
  const Vector w = rt::lstsq(x(rt::slice(0, train)), y(rt::slice(0, train))).x;

  // Errors in what was not learned from, beside those of "tomorrow's price is today's", and of who
  // knows the process, for whom only the shock is left.
  const Vector predictions = rt::matmul(x(rt::slice(train)), w);
  const Vector of_test = y(rt::slice(train));
  const auto error = [](const Vector& e) { return std::sqrt(rt::item(rt::mean(rt::square(e)))); };
  const double of_model = error(of_test - predictions);
  const double of_naive = error(of_test);
  const double of_process = error(shocks(rt::slice(-of_test.size())));

  // In theory: returns are as large as all shocks that are left in them.
  double squares = 0;
  for (const double r : response) squares += r * r;
  const double naive_in_theory = volatility * std::sqrt(squares);
  // Residuals of least squares are orthogonal to all columns: in plain loops.
  const std::vector<double> r = rt::to_vector(returns), found = rt::to_vector(w);
  double slope = 0, missed = 0;
  for (std::size_t k = 0; k < std::size_t(lags); ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < std::size_t(train); ++i) {
      double residual = r[i + std::size_t(lags)];
      for (std::size_t j = 0; j < std::size_t(lags); ++j) residual -= r[i + j] * found[j];
      sum += r[i + k] * residual;
    }
    slope = std::max(slope, std::abs(sum) / (double(train) * volatility * volatility));
    missed = std::max(missed, std::abs(found[std::size_t(lags) - 1 - k] - process[k]));
  }
  if (context.rank() == 0) {
    std::printf("errors: %.6f, naive %.6f, of the process %.6f\n", of_model, of_naive, of_process);
    std::printf("coefficients %.4f %.4f %.4f %.4f, the latest first\n", found[3], found[2],
                found[1], found[0]);
  }
  rt::print("windows:", rt::grouped(predicted), "B predicted,", rt::grouped(sent), "B sent");
  const double deviation = 1 / std::sqrt(double(train));  // of a coefficient, at most
  const bool right = slope < 1e-10 && missed < 4 * deviation && of_model < 1.001 * of_process &&
                     of_process < of_naive && sent == predicted &&
                     std::abs(of_naive / naive_in_theory - 1) < 0.02;
  rt::print("what is left is the noise, and the coefficients those of the process",
            right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
