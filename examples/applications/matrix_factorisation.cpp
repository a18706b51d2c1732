// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A dense matrix is about the product of two thin ones: TensorPlanner. By gradient
// descent, as there, and by alternating least squares; the best that any can do is known.
//
//   mpirun -n 4 ./matrix_factorisation

#include <cmath>
#include <cstdio>
#include <relatile/linalg.hpp>
#include <relatile/spectral.hpp>
#include <utility>
#include <vector>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Factors = std::pair<Matrix, Matrix>;  // w (rows, rank) and h (rank, columns)

constexpr std::int64_t rows = 480, columns = 360, rank = 6;
constexpr double noise = 0.5, rate = 1e-3, penalty = 1e-3;

double largest(const Matrix& x) { return rt::item(rt::max(rt::abs(x))); }
double frobenius(const Matrix& x) { return rt::item(rt::norm(x)); }

/// A step down the gradient of |v - w h|^2 + penalty (|w|^2 + |h|^2), halved.
Factors descended(const Matrix& v, const Factors& factors) {
  const auto& [w, h] = factors;
  const Matrix missed = v - rt::matmul(w, h);
  return {w + rate * (rt::matmul(missed, rt::transpose(h)) - penalty * w),
          h + rate * (rt::matmul(rt::transpose(w), missed) - penalty * h)};
}

/// The best w for h, and the best h for that w.
Factors alternated(const Matrix& v, const Factors& factors) {
  const Matrix& h = factors.second;
  const auto ht = rt::transpose(h);
  const Matrix w = rt::transpose(rt::solve(rt::matmul(h, ht), rt::matmul(h, rt::transpose(v))));
  const auto wt = rt::transpose(w);
  return {w, rt::solve(rt::matmul(wt, w), rt::matmul(wt, v))};
}

/// How far `next` is from a step of descent in plain loops.
double difference_from_loops(const Matrix& v, const Factors& factors, const Factors& next) {
  const auto numbers = [](const Matrix& x) { return rt::to_vector(rt::ravel(x)); };
  const std::vector<double> a = numbers(v), w = numbers(factors.first), h = numbers(factors.second);
  std::vector<double> new_w = w, new_h = h;
  const std::size_t n = rows, m = columns, r = rank;
  for (double& e : new_w) e *= 1 - rate * penalty;
  for (double& e : new_h) e *= 1 - rate * penalty;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < m; ++j) {
      double missed = a[i * m + j];
      for (std::size_t k = 0; k < r; ++k) missed -= w[i * r + k] * h[k * m + j];
      for (std::size_t k = 0; k < r; ++k) new_w[i * r + k] += rate * missed * h[k * m + j];
      for (std::size_t k = 0; k < r; ++k) new_h[k * m + j] += rate * missed * w[i * r + k];
    }
  }
  return std::max(largest(next.first - rt::from_span(new_w, {rows, rank})),
                  largest(next.second - rt::from_span(new_h, {rank, columns})));
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const Matrix exact = rt::matmul(rt::random::normal(0.0, 1.0, {rows, rank}),
                                  rt::random::normal(0.0, 1.0, {rank, columns}));
  const Matrix v =
      rt::placed(exact + rt::random::normal(0.0, noise, {rows, columns}), rt::split(0));
  const Factors start{rt::placed(rt::random::normal(0.0, 0.5, {rows, rank}), rt::split(0)),
                      rt::random::normal(0.0, 0.5, {rank, columns})};
  rt::evaluate(exact, v, start.first, start.second);

  bool right = true;
  const auto fitted = [&](const char* name, int steps, const auto& step) {
    Factors factors = start;
    std::int64_t predicted = 0, sent = 0;
    for (int i = 0; i < steps; ++i) {
      factors = step(v, factors);
      rt::evaluate(factors.first, factors.second);
      predicted = rt::report(factors.first).bytes_predicted().value;
      sent = rt::report(factors.first).bytes_sent().value;
      right = right && sent == predicted;
    }
    rt::print(name, rt::grouped(predicted), "B predicted for a step,", rt::grouped(sent), "B sent");
    return rt::matmul(factors.first, factors.second);
  };
  const Factors once = descended(v, start);
  rt::evaluate(once.first, once.second);
  const double of_loops = difference_from_loops(v, start, once);
  const Matrix by_descent = fitted("descent:", 50, descended);
  const Matrix by_squares = fitted("squares:", 10, alternated);
  const double of_descent = frobenius(v - by_descent), of_squares = frobenius(v - by_squares);

  // Eckart and Young: no product of that rank is nearer than what other singular values leave.
  double least = 0;
  const std::vector<double> s = rt::to_vector(rt::svdvals(v));
  for (std::size_t k = rank; k < s.size(); ++k) least += s[k] * s[k];
  least = std::sqrt(least);
  // Of the noise, as much is taken for data as there are numbers in the factors.
  const double hidden = frobenius(exact - by_squares);
  const double expected = noise * std::sqrt(double(rank * (rows + columns - rank)));
  if (context.rank() == 0) {
    std::printf("error %.6f by descent, %.6f by squares, at least %.6f\n", of_descent, of_squares,
                least);
    std::printf("what noise hid is found to %.4f, expected were %.4f\n", hidden, expected);
  }
  right = right && of_loops < 1e-11 && of_descent < 1.0001 * least &&
          std::abs(of_squares / least - 1) < 1e-9 && hidden < 1.1 * expected;
  rt::print("steps are those of plain loops", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
