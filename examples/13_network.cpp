// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 13: a feed-forward network on handwritten digits, whose gradients nobody wrote.
//
// 64 pixels, 48 hidden units, 10 digits. The loss is an expression; value_and_grad gives it with
// its derivatives by all weights, as expressions of the same program: one plan computes both, and
// keeps of the forward pass what the way back reads.
//
//   mpirun -n 4 ./13_network

#include <relatile/grad.hpp>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const auto digits = rt::load_csv<double>(RELATILE_EXAMPLE_DATA "/digits.csv");
  const Matrix x = digits(rt::slice(0, 1400), rt::slice(0, 64)) / 16.0;
  const Matrix x_test = digits(rt::slice(1400), rt::slice(0, 64)) / 16.0;
  const Vector label = digits(rt::slice(0, 1400), 64);
  const Vector label_test = digits(rt::slice(1400), 64);
  const Matrix y =
      rt::astype<double>(label(rt::all_of_axis, rt::newaxis) == rt::arange<double>(10));

  Matrix w1 = rt::random::normal<double>(0.0, 0.2, {64, 48});
  Vector b1 = rt::zeros({48});
  Matrix w2 = rt::random::normal<double>(0.0, 0.2, {48, 10});
  Vector b2 = rt::zeros({10});
  rt::evaluate(x, y, w1, b1, w2, b2);

  const auto scores = [](const Matrix& images, const Matrix& u, const Vector& a, const Matrix& v,
                         const Vector& b) {
    const Matrix hidden = rt::maximum(rt::matmul(images, u) + a, 0.0);
    return Matrix(rt::matmul(hidden, v) + b);
  };
  // The mean of -log(probability of what is right): log(sum(exp(s))) - s, the largest s taken out.
  const auto loss = [&](const Matrix& u, const Vector& a, const Matrix& v, const Vector& b) {
    const Matrix s = scores(x, u, a, v, b);
    const Matrix shifted = s - rt::stop_gradient(rt::max(s, 1, rt::keepdims));
    return rt::mean(rt::log(rt::sum(rt::exp(shifted), 1)) - rt::sum(shifted * y, 1));
  };

  const double rate = 0.5;
  double accuracy = 0;
  for (int step = 0; step <= 300; ++step) {
    const auto [value, by_w1, by_b1, by_w2, by_b2] = rt::value_and_grad(loss, w1, b1, w2, b2);
    if (step == 0) rt::print(rt::explain(rt::Array<double, 2>(w1 - rate * by_w1)));
    w1 = w1 - rate * by_w1;
    b1 = b1 - rate * by_b1;
    w2 = w2 - rate * by_w2;
    b2 = b2 - rate * by_b2;
    rt::evaluate(value, w1, b1, w2, b2);
    if (step % 50 == 0) {
      const auto guess = rt::argmax(scores(x_test, w1, b1, w2, b2), 1);
      accuracy = rt::item(rt::mean(guess == rt::astype<std::int64_t>(label_test)));
      rt::print("step", step, "loss", value.item(), "test accuracy", 100 * accuracy, "%");
    }
  }
  return accuracy >= 0.9 ? 0 : 1;
}
