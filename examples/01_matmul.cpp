// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 01: three matrix products, three plans.
//
// How a product is best distributed depends on the shapes, on where the operands are stored and on
// the number of ranks. Relatile counts the bytes of every plan and takes the cheapest: explain()
// shows it before anything is computed, report() what it did.
//
//   mpirun -n 4 ./01_matmul

#include <cmath>
#include <iostream>
#include <relatile/relatile.hpp>
#include <string>

namespace rt = relatile;

namespace {

/// A matrix given by a formula. It is lazy, like everything here: no element is computed yet.
rt::Array<double, 2> wave(std::int64_t rows, std::int64_t columns) {
  return rt::from_function(
      {rows, columns}, [](auto i, auto j) { return std::sin(static_cast<double>(3 * i + 7 * j)); });
}

/// Freivalds' check: if C = A B, then C x = A (B x) for any x, and that takes no second product.
double error_of(const rt::Array<double, 2>& c, const rt::Array<double, 2>& a,
                const rt::Array<double, 2>& b) {
  const auto x = rt::linspace(-1, 1, b.shape(1));
  return rt::item(rt::max(rt::abs(rt::matmul(c, x) - rt::matmul(a, rt::matmul(b, x)))));
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  // Every rank runs every line. A stream without a buffer swallows what the others would repeat.
  std::ostream out(context.rank() == 0 ? std::cout.rdbuf() : nullptr);
  out.precision(3);

  const auto multiply = [&](const std::string& title, const auto& a, const auto& b) {
    rt::evaluate(a, b);                               // from here on, both are stored
    const rt::Array<double, 2> c = rt::matmul(a, b);  // nothing happens yet ...
    out << title << ":\n" << rt::explain(c);          // ... but the plan is known

    rt::evaluate(c);  // now it runs
    const auto& report = rt::report(c);
    const double error = error_of(c, a, b);
    out << "  it sent " << rt::grouped(total_measured(report).total().value) << " B and took "
        << 1e3 * report.measured.total_seconds << " ms; the error is " << error << "\n\n";
    return error;
  };

  // split(0) stores a matrix as one block of rows a rank, split(1) as one block of columns.
  double error =
      multiply("Two square matrices, stored by rows, on a grid of ranks if there is one",
               rt::placed(wave(600, 600), rt::split(0)), rt::placed(wave(600, 600), rt::split(0)));
  error += multiply("Long sums: every rank adds up what it has, only results travel",
                    rt::placed(wave(100, 20000), rt::split(1)),
                    rt::placed(wave(20000, 100), rt::split(0)));
  error +=
      multiply("A small matrix times a large one: the small one goes everywhere",
               rt::placed(wave(50, 100), rt::split(0)), rt::placed(wave(100, 20000), rt::split(1)));
  out << "The three products are " << (error < 1e-6 ? "right" : "WRONG") << ".\n";
  return error < 1e-6 ? 0 : 1;
}
