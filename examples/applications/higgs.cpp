// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Logistic regression from a file of comma-separated values to a score, on data of the shape of
// HIGGS, as NumS is judged by. The file is generated: a label, then 28 features, as in HIGGS.
//
//   mpirun -n 4 ./higgs [rows]        10^5 if not said; HIGGS has 1.1 10^7

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <relatile/arrays.hpp>
#include <relatile/models/linear/logistic_regression.hpp>
#include <string>

namespace rt = relatile;
using rt::models::LogisticRegression;

constexpr std::int64_t features = 28;

/// Labels are drawn from a logistic model whose coefficients are known: 0.8, -0.4, 0.8, ...
rt::Array<double, 1> true_model() { return rt::where(rt::arange(features) % 2 == 0, 0.8, -0.4); }

void write_rows(const std::string& path, std::int64_t rows) {
  const rt::Array<double, 2> x = rt::random::normal(0.0, 1.0, {rows, features});
  const rt::Array<double, 1> chance = rt::logistic(rt::matmul(x, true_model()) + 0.5);
  const rt::Array<double, 1> drawn = rt::random::uniform(0.0, 1.0, {rows});
  const rt::Array<double, 1> label = rt::astype<double>(drawn < chance);
  const rt::Array<double, 2> table =
      rt::concatenate({rt::Array<double, 2>(label(rt::all_of_axis, rt::newaxis)), x}, 1);
  rt::savetxt(path, table, {.delimiter = ',', .precision = 6});
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::int64_t rows = argc > 1 ? std::atoll(argv[1]) : 100000;
  const std::string path = "higgs_" + std::to_string(context.size()) + ".csv";
  write_rows(path, rows);

  // Each rank reads its share of the lines. A tenth of them is kept to test.
  const rt::Array<double, 2> data = rt::load_csv<double>(path);
  const std::int64_t train = rows / 10 * 9;
  const rt::Array<double, 2> x = data(rt::slice(0, train), rt::slice(1, features + 1));
  const rt::Array<double, 1> y = data(rt::slice(0, train), 0);
  const rt::Array<double, 2> x_test = data(rt::slice(train), rt::slice(1, features + 1));
  const rt::Array<double, 1> y_test = data(rt::slice(train), 0);
  rt::evaluate(x, y, x_test, y_test);
  rt::print("read", data.shape(0), "rows of", data.shape(1), "numbers");

  // Newton's method, in a few passes over all rows.
  LogisticRegression newton({.solver = "newton"});
  newton.fit(x, y);
  const double accuracy = newton.score(x_test, y_test);

  // Gradient descent by blocks of rows, as NumS' block SGD.
  LogisticRegression descent(
      {.max_iter = 1, .solver = "sgd", .learning_rate = 0.5, .batch_size = 5000});
  descent.fit(x, y);
  const double by_blocks = descent.score(x_test, y_test);

  // No classifier is right more often than the model that drew the labels, but for chance.
  const auto guess = rt::matmul(x_test, true_model()) + 0.5 > 0.0;
  const double best = rt::item(rt::mean(guess == (y_test > 0.5)));
  const double missed = rt::item(rt::max(rt::abs(newton.coef(0, rt::all_of_axis) - true_model())));
  if (context.rank() == 0) {
    std::printf("Newton: %d steps, loss %.6f, accuracy %.4f\n", newton.n_iter, newton.loss,
                accuracy);
    std::printf("blocks of 5000 rows: accuracy %.4f\n", by_blocks);
    std::printf("the model that drew the labels: accuracy %.4f\n", best);
    std::remove(path.c_str());
  }
  const double deviation = 3 / std::sqrt(double(train));  // of a coefficient, about
  const bool right = newton.converged && std::abs(accuracy - best) < 0.01 &&
                     std::abs(by_blocks - best) < 0.01 && missed < 4 * deviation;
  rt::print("the coefficients are those of the model", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
