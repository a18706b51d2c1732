// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A tensor as a sum of three outer products, by alternating least squares. Its costly step is the
// product of a tensor and two factors, MTTKRP: NumS, section 8, as one einsum.
//
//   mpirun -n 4 ./mttkrp

#include <cmath>
#include <cstdio>
#include <relatile/linalg.hpp>
#include <vector>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Tensor = rt::Array<double, 3>;

constexpr std::int64_t size_i = 60, size_j = 50, size_k = 40, terms = 3;

/// The x of x g = m, where g are the elementwise product of the Gram matrices of two factors.
Matrix fitted(const Matrix& m, const Matrix& a, const Matrix& b) {
  const Matrix g = rt::matmul(rt::transpose(a), a) * rt::matmul(rt::transpose(b), b);
  return rt::transpose(rt::solve(g, rt::transpose(m)));
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const Matrix a0 = rt::random::normal(0.0, 1.0, {size_i, terms});
  const Matrix b0 = rt::random::normal(0.0, 1.0, {size_j, terms});
  const Matrix c0 = rt::random::normal(0.0, 1.0, {size_k, terms});
  const Tensor x = rt::placed(rt::einsum<"ir,jr,kr->ijk">(a0, b0, c0), rt::split(0));
  Matrix a = rt::random::normal(0.0, 1.0, {size_i, terms});
  Matrix b = rt::random::normal(0.0, 1.0, {size_j, terms});
  Matrix c = rt::random::normal(0.0, 1.0, {size_k, terms});
  rt::evaluate(x, a, b, c);

  // One MTTKRP beside plain loops.
  const Matrix m = rt::einsum<"ijk,jr,kr->ir">(x, b, c);
  rt::evaluate(m);
  const auto predicted = rt::report(m).bytes_predicted().value;
  const auto sent = rt::report(m).bytes_sent().value;
  const auto xs = rt::to_vector(rt::ravel(x)), bs = rt::to_vector(rt::ravel(b));
  const auto cs = rt::to_vector(rt::ravel(c)), ms = rt::to_vector(rt::ravel(m));
  std::vector<double> loops(ms.size());
  for (std::size_t e = 0; e < xs.size() * terms; ++e) {
    const std::size_t r = e % terms, ijk = e / terms;
    const std::size_t k = ijk % size_k, j = ijk / size_k % size_j, i = ijk / (size_k * size_j);
    loops[i * terms + r] += xs[ijk] * bs[j * terms + r] * cs[k * terms + r];
  }
  double difference = 0;
  for (std::size_t e = 0; e < ms.size(); ++e) {
    difference = std::max(difference, std::abs(ms[e] - loops[e]));
  }
  rt::print("MTTKRP:", predicted, "B predicted,", sent, "B sent");

  for (int sweep = 1; sweep <= 15; ++sweep) {
    a = fitted(rt::einsum<"ijk,jr,kr->ir">(x, b, c), b, c);
    b = fitted(rt::einsum<"ijk,ir,kr->jr">(x, a, c), a, c);
    c = fitted(rt::einsum<"ijk,ir,jr->kr">(x, a, b), a, b);
    rt::evaluate(a, b, c);
  }
  const Tensor missed = x - rt::einsum<"ir,jr,kr->ijk">(a, b, c);
  const double error =
      std::sqrt(rt::item(rt::sum(rt::square(missed))) / rt::item(rt::sum(rt::square(x))));
  if (context.rank() == 0) std::printf("norm of what is missed, relative: %.4f\n", error);
  const bool right = difference < 1e-9 && error < 0.05 && sent == predicted;
  rt::print("the factors make up the tensor", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
