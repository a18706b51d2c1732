// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Least squares in three ways, by normal equations, by gradient descent, and by descent on blocks
// of rows: TensorPlanner. Rows stay where they are, and sums over them travel.
//
//   mpirun -n 4 ./linear_regression

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <relatile/linalg.hpp>
#include <relatile/optim.hpp>
#include <vector>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;

constexpr std::int64_t rows = 48000, columns = 20, block = 4800;
constexpr double noise = 0.5;

/// The largest of the sums over rows of x_k (y - x w) / rows, which least squares make zero.
double slope_in_loops(const Matrix& x, const Vector& y, const Vector& w) {
  const std::vector<double> a = rt::to_vector(rt::ravel(x)), b = rt::to_vector(y),
                            c = rt::to_vector(w);
  std::vector<double> slope(c.size(), 0);
  for (std::size_t i = 0; i < b.size(); ++i) {
    double residual = b[i];
    for (std::size_t k = 0; k < c.size(); ++k) residual -= a[i * c.size() + k] * c[k];
    for (std::size_t k = 0; k < c.size(); ++k) slope[k] += a[i * c.size() + k] * residual;
  }
  double largest = 0;
  for (const double s : slope) largest = std::max(largest, std::abs(s) / double(rows));
  return largest;
}

/// What a method has found, and what it has sent.
struct Fit {
  Vector w;
  std::int64_t predicted = 0, sent = 0;

  void take(const Vector& next) {
    w = next;
    rt::evaluate(w);
    predicted += rt::report(w).bytes_predicted().value;
    sent += rt::report(w).bytes_sent().value;
  }
};

/// A step down the gradient of the mean square of y - x w.
Vector stepped(const Matrix& x, const Vector& y, const Vector& w, double rate) {
  const Vector missed = y - rt::matmul(x, w);
  return w + rate / double(y.size()) * rt::matmul(rt::transpose(x), missed);
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);

  // Weights 1, 2, ..., of columns that differ in size by up to two.
  const Vector truth = 1.0 + rt::arange<double>(columns);
  const Vector sizes = rt::linspace(1.0, 2.0, columns);
  const Matrix x = rt::placed(rt::random::normal(0.0, 1.0, {rows, columns}) * sizes, rt::split(0));
  const Vector y = rt::matmul(x, truth) + rt::random::normal(0.0, noise, {rows});
  const Vector start = rt::zeros({columns});
  rt::evaluate(x, y, truth, start);

  Fit equations;
  equations.take(rt::solve(rt::matmul(rt::transpose(x), x), rt::matmul(rt::transpose(x), y)));

  // The curvature is between 1 and 4, about.
  Fit descent{start};
  for (int step = 0; step < 60; ++step) descent.take(stepped(x, y, descent.w, 0.4));

  // Blocks have every tenth row, so that every rank has its part of each. Steps become shorter.
  Fit blocks{start};
  for (int epoch = 0; epoch < 4; ++epoch) {
    const double rate = 0.4 / double(1 << epoch);
    for (const auto& batch : rt::optim::minibatches(rows, block, std::uint64_t(epoch))) {
      blocks.take(stepped(x(batch), y(batch), blocks.w, rate));
    }
  }

  const auto distance = [](const Vector& v, const Vector& w) { return rt::item(rt::norm(v - w)); };
  const double of_equations = distance(equations.w, truth);
  const double of_descent = distance(descent.w, equations.w);
  const double of_blocks = distance(blocks.w, truth);
  const double slope = slope_in_loops(x, y, equations.w);
  if (context.rank() == 0) {
    std::printf("error by equations %.6f, by blocks %.6f\n", of_equations, of_blocks);
  }
  const auto line = [](const char* name, const Fit& fit) {
    rt::print(name, rt::grouped(fit.predicted), "B predicted,", rt::grouped(fit.sent), "B sent");
  };
  line("equations:", equations);
  line("descent:  ", descent);
  line("blocks:   ", blocks);

  // Of independent columns the expected square of the error is a sum over columns.
  double square = 0;
  for (const double s : rt::to_vector(sizes)) square += noise * noise / (double(rows) * s * s);
  const bool right = slope < 1e-11 && of_equations < 2 * std::sqrt(square) && of_descent < 1e-10 &&
                     of_blocks < 4 * std::sqrt(square) && equations.sent == equations.predicted &&
                     descent.sent == descent.predicted && blocks.sent == blocks.predicted;
  rt::print("residuals are orthogonal to columns, expected was", std::sqrt(square),
            right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
