// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 01: three matrix products, three plans.
//
// How a product is best distributed depends on the shapes, on where the operands are stored and on
// the number of ranks. Relatile counts the bytes of every plan and takes the cheapest: explain()
// shows it before anything is computed, report() what it did.
//
//   mpirun -n 4 ./01_matmul

#include <relatile/relatile.hpp>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;

/// Freivalds' check: if C = A B, then C x = A (B x) for any x, and that takes no second product.
double error_of(const Matrix& c, const Matrix& a, const Matrix& b) {
  const auto x = rt::random::uniform<double>(-1, 1, {b.shape(1)});
  return rt::item(rt::max(rt::abs(rt::matmul(c, x) - rt::matmul(a, rt::matmul(b, x)))));
}

/// Every rank runs every line of a program; print() prints once.
double multiply(const Matrix& a, const Matrix& b) {
  rt::evaluate(a, b);                 // random numbers until here, from here on stored
  const Matrix c = rt::matmul(a, b);  // nothing happens yet ...
  rt::print(rt::explain(c));          // ... but the plan is known
  rt::evaluate(c);                    // now it runs

  const auto& report = rt::report(c);
  const double error = error_of(c, a, b);
  rt::print("It sent", rt::grouped(report.bytes_sent().value), "B and took",
            report.measured.total_seconds * 1e3, "ms; the error is", error, "\n");
  return error;
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);

  // A matrix is stored as one block of rows a rank by split(0), of columns by split(1).
  const auto random = [](std::int64_t rows, std::int64_t columns, int axis) {
    return rt::placed(rt::random::uniform<double>(-1, 1, {rows, columns}), rt::split(axis));
  };
  rt::print("Two square matrices, stored by rows: the ranks form a grid if they can.");
  double error = multiply(random(600, 600, 0), random(600, 600, 0));
  rt::print("Long sums: every rank adds up what it has, and only the results travel.");
  error += multiply(random(100, 20000, 1), random(20000, 100, 0));
  rt::print("A small matrix and a large one: the small one goes everywhere.");
  error += multiply(random(50, 100, 0), random(100, 20000, 1));

  rt::print("The three products are", error < 1e-9 ? "right." : "WRONG.");
  return error < 1e-9 ? 0 : 1;
}
