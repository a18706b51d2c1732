// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// The README's first program: NumPy-like code, the plan it got, and what that plan really sent.
//   mpirun -n 4 ./00_hello
#include <relatile/relatile.hpp>

namespace rt = relatile;

int main(int argc, char** argv) {
  rt::Context context(argc, argv);  // all ranks of MPI_COMM_WORLD
  rt::Array<double, 2> x = rt::random::normal<double>({100'000, 64});
  rt::Array<double, 2> w = rt::random::uniform<double>(-0.1, 0.1, {64, 16});
  rt::evaluate(x, w);  // stored on the ranks from here on

  rt::Array<double, 2> y = rt::maximum(rt::matmul(x, w), 0.0);  // lazy
  rt::Array<double, 2> g = rt::einsum<"ni,nj->ij">(x, y);       // checked at compile time
  rt::evaluate(g);

  rt::print("x^T max(x w, 0), its corner:");
  rt::print(g(rt::slice(0, 3), rt::slice(0, 4)));
  rt::print(rt::explain(g));  // predicted beside measured
}
