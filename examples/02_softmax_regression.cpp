// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 02: softmax regression on handwritten digits, written as one would in NumPy.
//
// Broadcasting, reductions with keepdims, matrix products and argmax, all on distributed arrays.
// 1,400 images of 8 x 8 pixels train a linear classifier by gradient descent; 397 others test it.
//
//   mpirun -n 4 ./02_softmax_regression

#include <relatile/relatile.hpp>

namespace rt = relatile;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);

  // 64 pixels from 0 to 16, then the digit. Every rank reads its own part of the file.
  const auto digits = rt::load_csv<double>(RELATILE_EXAMPLE_DATA "/digits.csv");
  const auto images = digits(rt::all_of_axis, rt::slice(0, 64)) / 16.0;
  const auto labels = digits(rt::all_of_axis, 64);

  const auto train = rt::slice(0, 1400);
  const auto test = rt::slice(1400);
  const rt::Array<double, 2> x = images(train);
  const rt::Array<double, 2> x_test = images(test);
  const rt::Array<double, 1> label_test = labels(test);

  // One-hot rows: labels as a column, compared with 0, ..., 9 as a row.
  const rt::Array<double, 2> y =
      rt::astype<double>(labels(train, rt::newaxis) == rt::arange<double>(10));

  auto w = rt::zeros<double>({64, 10});
  auto b = rt::zeros<double>({10});
  const double rate = 2.0;
  const double count = static_cast<double>(x.shape(0));
  double accuracy = 0;

  for (int iteration = 0; iteration <= 400; ++iteration) {
    // The probability of each class: softmax, kept from overflow by the largest score of the row.
    const auto scores = rt::matmul(x, w) + b;
    const auto powers = rt::exp(scores - rt::max(scores, 1, rt::keepdims));
    const auto probabilities = powers / rt::sum(powers, 1, rt::keepdims);

    if (iteration % 50 == 0) {
      const auto guess = rt::argmax(rt::matmul(x_test, w) + b, 1);
      accuracy = rt::item(rt::mean(guess == label_test));
      const double loss = rt::item(-rt::sum(y * rt::log(probabilities)) / count);
      rt::print("iteration", iteration, "loss", loss, "test accuracy", 100 * accuracy, "%");
    }

    // One step down the gradient. evaluate() makes one plan for both and stores the new values.
    const rt::Array<double, 2> error = probabilities - y;
    w = w - rate / count * rt::matmul(rt::transpose(x), error);
    b = b - rate / count * rt::sum(error, 0);
    rt::evaluate(w, b);
  }
  return accuracy >= 0.9 ? 0 : 1;
}
