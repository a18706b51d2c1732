// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// A program of ordinary size, with 25 operations, numbered below: what compile_time.py compiles,
// whole and with one line changed. It gains the weights of a small regression and looks at them.
//   mpirun -n 4 ./twenty_five_operations
#include <cmath>
#include <cstdint>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

namespace rt = relatile;

namespace {

struct Data {
  rt::Array<double, 2> x;
  rt::Array<double, 1> y;
};

/// Points around a plane; what is far from all others counts as nothing.
Data make_data(std::int64_t rows, std::int64_t columns) {
  rt::random::seed(7);
  const rt::Array<double, 2> x = rt::random::normal<double>(0.0, 1.0, {rows, columns});  // 1
  const rt::Array<double, 1> weights = rt::linspace(-1.0, 1.0, columns);                 // 2
  const rt::Array<double, 1> noise = rt::random::uniform<double>(-0.01, 0.01, {rows});   // 3
  const rt::Array<double, 1> exact = rt::matmul(x, weights);                             // 4
  const rt::Array<double, 1> noisy = exact + noise;                                      // 5
  const rt::Array<double, 1> y = rt::where(rt::abs(noisy) > 8.0, 0.0, noisy);            // 6, 7, 8
  rt::evaluate(x, y);
  return {x, y};
}

/// Each column with mean 0 and variance 1.
rt::Array<double, 2> standardised(const rt::Array<double, 2>& x) {
  const rt::Array<double, 2> centred = x - rt::mean(x, 0);                             // 9, 10
  const rt::Array<double, 1> deviations = rt::sqrt(rt::mean(rt::square(centred), 0));  // 11, 12
  return centred / rt::maximum(deviations, 1e-12);                                     // 13, 14
}

/// Gradient descent on the squared residual.
rt::Array<double, 1> fit(const Data& data, int steps) {
  rt::Array<double, 1> weights = rt::zeros({data.x.shape()[1]});  // 15
  const double rate = 0.5 / static_cast<double>(data.x.shape()[0]);
  for (int step = 0; step < steps; ++step) {
    const rt::Array<double, 1> residual = rt::matmul(data.x, weights) - data.y;
    weights = weights - rate * rt::einsum<"ni,n->i">(data.x, residual);  // 16, 17
    rt::evaluate(weights);
  }
  return weights;
}

void describe(const Data& data, const rt::Array<double, 1>& weights) {
  const rt::Array<double, 2> gram = rt::matmul(rt::transpose(data.x), data.x);  // 18
  rt::print("corner of the Gram matrix:");
  rt::print(gram(rt::slice(0, 3), rt::slice(0, 3)));                                       // 19
  rt::print("largest weight", rt::max(weights).item(), "at", rt::argmax(weights).item());  // 20, 21

  const rt::Array<double, 1> odds = 1.0 / (1.0 + rt::exp(-rt::matmul(data.x, weights)));  // 22, 23
  const rt::Array<std::int64_t, 1> likely = rt::astype<std::int64_t>(odds >= 0.5);        // 24
  const std::vector<double> all = rt::to_vector(weights);
  rt::print("likely:", rt::sum(likely).item(), "of", likely.size());  // 25
  rt::print("there are", all.size(), "weights, the first one is", all.front());
}

/// Saved and loaded again, nothing has changed.
bool survives_a_file(const rt::Array<double, 1>& weights) {
  rt::save("weights.npy", weights);
  const rt::Array<double, 1> loaded = rt::load<double, 1>("weights.npy");
  return rt::all(loaded == weights).item();
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  Data data = make_data(2'000, 8);
  data.x = standardised(data.x);
  const rt::Array<double, 1> weights = fit(data, 40);
  describe(data, weights);

  const rt::Array<double, 1> residual = rt::matmul(data.x, weights) - data.y;
  const double error = std::sqrt(rt::mean(rt::square(residual)).item());
  rt::print("root of the mean squared residual", error);
  rt::print(rt::explain(residual));
  const bool right = error < 0.3 && survives_a_file(weights);  // one_line_changed: 0.3 becomes 0.25
  rt::print(std::string(right ? "right" : "wrong"));
  return right ? 0 : 1;
}
