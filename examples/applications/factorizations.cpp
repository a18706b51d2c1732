// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Factorizations of a tall matrix and of its Gram matrix: TSQR (NumS, section 6), Cholesky and
// SSVD, that is a singular value decomposition by random vectors (Spartan, section 6.1).
//
//   mpirun -n 4 ./factorizations

#include <cmath>
#include <cstdio>
#include <relatile/linalg.hpp>
#include <relatile/spectral.hpp>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;

double largest(const Matrix& x) { return rt::item(rt::max(rt::abs(x))); }

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::int64_t rows = 20000;
  const std::int64_t columns = 20;

  // Of known singular values: 2^10, 2^9, ... It is U S V with orthogonal factors.
  const Matrix u = rt::qr(rt::random::normal(0.0, 1.0, {rows, columns})).q;
  const Matrix v = rt::qr(rt::random::normal(0.0, 1.0, {columns, columns})).q;
  const rt::Array<double, 1> s = rt::exp2(10.0 - rt::arange<double>(columns));
  const Matrix a = rt::placed(Matrix(rt::matmul(u * s, v)), rt::split(0));
  const Matrix unit = rt::eye(columns);
  rt::evaluate(a);

  // Each rank factors its rows; only triangles of 20 x 20 travel.
  const auto [q, r] = rt::qr(a);
  rt::evaluate(q, r);
  const auto predicted = rt::report(q).bytes_predicted().value;
  const auto sent = rt::report(q).bytes_sent().value;
  const double of_qr = largest(rt::matmul(q, r) - a);
  const double of_q = largest(rt::matmul(rt::transpose(q), q) - unit);
  rt::print("TSQR:", predicted, "B predicted,", sent, "B sent");

  // a'a = r'r, so that Cholesky's factor is r' but for signs.
  const Matrix gram = rt::matmul(rt::transpose(a), a) + unit;
  const Matrix l = rt::cholesky(gram);
  const double of_cholesky = largest(rt::matmul(l, rt::transpose(l)) - gram);

  // The five largest of the singular values.
  const auto [su, ss, svh] = rt::randomized_svd(a, 5);
  const auto values = rt::to_vector(ss);
  double of_svd = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    of_svd = std::max(of_svd, std::abs(values[i] / std::exp2(10.0 - double(i)) - 1));
  }
  // Lanczos finds the same, squared, in the Gram matrix.
  const auto largest_three = rt::eigsh(gram, 3, {.which = "LA"});
  const auto squares = rt::to_vector(largest_three.eigenvalues);
  const double of_lanczos = std::abs(squares[2] - 1 - std::exp2(20)) / std::exp2(20);

  if (context.rank() == 0) {
    std::printf("singular values %.6f %.6f %.6f\n", values[0], values[1], values[4]);
    std::printf("eigenvalues of the Gram matrix %.6f %.6f\n", squares[2], squares[1]);
  }
  const bool right = of_qr < 1e-10 && of_q < 1e-12 && of_cholesky < 1e-6 && of_svd < 1e-10 &&
                     of_lanczos < 1e-10 && sent == predicted;
  rt::print("factors and products agree", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
