// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Jacobi's iteration for a x = b with a dominant diagonal: Spartan's applications. Rows of a stay
// where they are, and the vector travels.
//
//   mpirun -n 4 ./jacobi

#include <cstdio>
#include <relatile/linalg.hpp>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::int64_t n = 800;
  const Matrix others = rt::random::uniform(0.0, 1.0, {n, n});
  const Matrix a = rt::placed(Matrix(others + rt::eye(n) * double(n)), rt::split(0));
  const Vector b = rt::random::uniform(0.0, 1.0, {n});
  Vector x = rt::zeros({n});
  rt::evaluate(a, b, x);
  const Vector diagonal = rt::diag(a);
  rt::evaluate(diagonal);

  std::int64_t predicted = 0, sent = 0;
  int step = 0;
  for (double moved = 1; moved > 1e-14 && step < 100; ++step) {
    const Vector next = x + (b - rt::matmul(a, x)) / diagonal;
    const rt::Array<double, 0> change = rt::max(rt::abs(next - x));
    rt::evaluate(next, change);
    predicted += rt::report(next).bytes_predicted().value;
    sent += rt::report(next).bytes_sent().value;
    moved = change.item();
    x = next;
  }
  const double difference = rt::item(rt::max(rt::abs(x - rt::solve(a, b))));
  const double total = rt::item(rt::sum(x));
  if (context.rank() == 0) std::printf("after %d steps the sum of x is %.8f\n", step, total);
  rt::print(rt::grouped(predicted), "B predicted,", rt::grouped(sent), "B sent");
  const bool right = difference < 1e-13 && sent == predicted && step < 100;
  rt::print("x is that of solve", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
