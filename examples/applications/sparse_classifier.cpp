// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A classifier of documents, most of whose words are absent, of the shape of AmazonCat: a sparse
// matrix times dense weights, a hidden layer, many classes: EinDecomp's experiments. Gradients are
// by grad(), which multiplies by the sparse matrix' transpose.
//
//   mpirun -n 4 ./sparse_classifier

#include <cmath>
#include <cstdio>
#include <relatile/grad.hpp>
#include <relatile/sparse.hpp>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::int64_t documents = 1000, words = 5000, hidden = 16, classes = 30;

  const rt::SparseArray<double> x = rt::random::sparse({documents, words}, 0.004);
  // Labels are those of a linear model that nobody knows.
  const Matrix hints = rt::random::normal(0.0, 1.0, {words, classes});
  const rt::Array<std::int64_t, 1> label = rt::argmax(rt::matmul(x, hints), 1);
  const Matrix y =
      rt::astype<double>(label(rt::all_of_axis, rt::newaxis) == rt::arange<std::int64_t>(classes));
  Matrix w = rt::random::normal(0.0, 0.3, {words, hidden});
  Matrix v = rt::random::normal(0.0, 0.3, {hidden, classes});
  rt::evaluate(y, w, v);

  const auto scores = [&](const Matrix& a, const Matrix& b) {
    const Matrix layer = rt::tanh(rt::matmul(x, a));
    return Matrix(rt::matmul(layer, b));
  };
  const auto loss = [&](const Matrix& a, const Matrix& b) {
    const Matrix s = scores(a, b);
    return rt::mean(rt::log(rt::sum(rt::exp(s), 1)) - rt::sum(s * y, 1));
  };

  // The derivative by a weight beside a difference of losses.
  const auto [before, by_w, by_v] = rt::value_and_grad(loss, w, v);
  const Matrix along = rt::random::normal(0.0, 1.0, {words, hidden});
  const double step = 1e-5;
  const double above = rt::item(loss(Matrix(w + step * along), v));
  const double below = rt::item(loss(Matrix(w - step * along), v));
  const double derivative = rt::item(rt::sum(by_w * along));
  const double difference = std::abs((above - below) / (2 * step) - derivative);

  std::int64_t predicted = 0, sent = 0;
  double last = 0;
  for (int i = 0; i < 40; ++i) {
    const auto [value, of_w, of_v] = rt::value_and_grad(loss, w, v);
    w = w - 20.0 * of_w;
    v = v - 2.0 * of_v;
    rt::evaluate(value, w, v);
    predicted += rt::report(w).bytes_predicted().value;
    sent += rt::report(w).bytes_sent().value;
    last = value.item();
  }
  const double share = rt::item(rt::mean(rt::argmax(scores(w, v), 1) == label));
  const double first = before.item();
  if (context.rank() == 0) {
    std::printf("loss %.6f, after 40 steps %.6f; labels learned %.3f\n", first, last, share);
  }
  rt::print(rt::grouped(predicted), "B predicted,", rt::grouped(sent), "B sent");
  const bool right = difference < 1e-7 && last < first / 2 && sent == predicted;
  rt::print("the gradient is that of differences", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
