// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Fuzzy c-means: every point belongs to every cluster, to some degree: Spartan's applications.
//
//   mpirun -n 4 ./fuzzy_c_means

#include <cmath>
#include <cstdio>
#include <relatile/arrays.hpp>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::int64_t points = 20000, clusters = 4;

  // Point i is around centre i % 4: (0, 0), (10, 0), (0, 10) or (10, 10).
  const auto i = rt::arange(points) % clusters;
  const Vector at_x = rt::where(i % 2 == 1, 10.0, 0.0), at_y = rt::where(i >= 2, 10.0, 0.0);
  const Matrix noise = rt::random::normal(0.0, 1.0, {points, 2});
  const Matrix x = rt::placed(Matrix(rt::stack({at_x, at_y}, 1) + noise), rt::split(0));
  Matrix centres = rt::array<double>({{1, 2}, {8, 1}, {2, 8}, {7, 7}});
  rt::evaluate(x, centres);

  const Vector squares = rt::sum(rt::square(x), 1);
  std::int64_t predicted = 0, sent = 0;
  int step = 0;
  for (double moved = 1; moved > 1e-9 && step < 100; ++step) {
    const Matrix products = rt::matmul(x, rt::transpose(centres));
    const Vector of_centres = rt::sum(rt::square(centres), 1);
    const Matrix d = squares(rt::all_of_axis, rt::newaxis) + of_centres - 2.0 * products;
    // Memberships for the exponent m = 2: 1 / d, so scaled that they add up to 1, and squared.
    const Matrix inverse = 1.0 / rt::maximum(d, 1e-12);
    const Vector total = rt::sum(inverse, 1);
    const Matrix weight = rt::square(inverse / total(rt::all_of_axis, rt::newaxis));
    const Vector sums = rt::sum(weight, 0);
    const Matrix by_x = rt::matmul(rt::transpose(weight), x);
    const Matrix next = by_x / sums(rt::all_of_axis, rt::newaxis);
    const rt::Array<double, 0> change = rt::max(rt::abs(next - centres));
    rt::evaluate(next, change);
    predicted += rt::report(next).bytes_predicted().value;
    sent += rt::report(next).bytes_sent().value;
    moved = change.item();
    centres = next;
  }
  const Matrix truth = rt::array<double>({{0, 0}, {10, 0}, {0, 10}, {10, 10}});
  const double missed = rt::item(rt::max(rt::abs(centres - truth)));
  const std::vector<double> c = rt::to_vector(rt::ravel(centres));
  if (context.rank() == 0) {
    std::printf("after %d steps centres are (%.4f, %.4f) and (%.4f, %.4f)\n", step, c[0], c[1],
                c[6], c[7]);
  }
  rt::print(rt::grouped(predicted), "B predicted,", rt::grouped(sent), "B sent");
  const bool right = missed < 0.3 && sent == predicted && step < 100;
  rt::print("centres are where points were drawn around", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
