// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// 12: conjugate gradients on grids, of which only boundaries travel, and the order of products.
//
//   mpirun -n 4 ./12_laplacian

#include <cmath>
#include <numbers>
#include <relatile/iterative.hpp>

namespace rt = relatile;
using Matrix = rt::SparseArray<double>;
using Vector = rt::Array<double, 1>;

/// The Laplacian of side^dimensions points: twice the dimensions at each, -1 for each neighbour.
Matrix laplacian(std::int64_t side, int dimensions) {
  const Vector beside = rt::ones({side - 1});
  const Matrix line =
      rt::diags(rt::full({side}, 2.0)) - rt::diags(beside, 1) - rt::diags(beside, -1);
  if (dimensions == 1) return line;
  const Matrix plane = laplacian(side, dimensions - 1);
  return rt::kron(plane, rt::sparse_eye(side)) + rt::kron(rt::sparse_eye(plane.shape(0)), line);
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  bool right = true;
  const auto check = [&](const char* what, bool holds) {
    if (!holds) rt::print("WRONG:", what);
    right = right && holds;
  };

  for (const int dimensions : {2, 3}) {
    const std::int64_t side = dimensions == 2 ? 64 : 16;
    const Matrix grid = laplacian(side, dimensions);
    const std::int64_t n = grid.shape(0);

    // Of the Laplacian this wave is an eigenvector, whose eigenvalue is known.
    const double angle = std::numbers::pi / double(side + 1);
    const Vector along = rt::sin(angle * rt::arange(1.0, double(side + 1)));
    Vector wave = along;
    for (int d = 1; d < dimensions; ++d) {
      wave = rt::ravel(wave(rt::all_of_axis, rt::newaxis) * along);
    }
    rt::evaluate(grid, wave);
    const Vector product = rt::matmul(grid, wave);
    rt::evaluate(product);
    const double eigenvalue = dimensions * (2 - 2 * std::cos(angle));
    check("eigenvector", rt::allclose(product, eigenvalue * wave).item());

    // Each rank needs the points on the other side of its boundaries, and hardly more.
    const std::int64_t others = context.size() - 1;
    const std::int64_t boundaries = 8 * 2 * others * (n / side);
    const auto& report = rt::report(product);
    const std::int64_t predicted = report.bytes_predicted().value;
    rt::print(dimensions, "dimensions: a product sends", predicted, "B, boundaries have",
              boundaries, "B, and all of x", 8 * others * n, "B");
    check("bytes", report.bytes_sent().value == predicted);
    check("boundaries", predicted <= boundaries + boundaries / 4);

    // Absorption that differs from point to point makes the diagonal vary, which Jacobi's
    // preconditioner divides by.
    const Vector absorbed = rt::exp(rt::random::uniform(std::log(1e-2), std::log(1e2), {n}));
    const Matrix a = grid + rt::diags(absorbed);
    const Vector wanted = rt::random::normal(0.0, 1.0, {n});
    const Vector b = rt::matmul(a, wanted);
    rt::evaluate(a, wanted, b);
    const auto plain = rt::cg(a, b, {.rtol = 1e-10});
    const auto jacobi = rt::cg(a, b, {.rtol = 1e-10, .preconditioner = 1.0 / rt::diagonal(a)});
    rt::print(plain.iterations, "steps of conjugate gradients, by Jacobi", jacobi.iterations);
    check("plain", rt::allclose(plain.x, wanted, 1e-7, 1e-7).item());
    check("Jacobi", rt::allclose(jacobi.x, wanted, 1e-7, 1e-7).item());
    check("Jacobi takes less than half the steps", 2 * jacobi.iterations < plain.iterations);

    // (A A) x needs a matrix of more entries than A first, A (A x) a vector: of sparse matrices,
    // products are computed in the order in which they are written.
    const Matrix squared = rt::matmul(a, a);
    const Vector left = rt::matmul(squared, wanted);
    const Vector last = rt::matmul(a, rt::matmul(a, wanted));
    rt::evaluate(left);
    rt::evaluate(last);
    const std::int64_t of_left = rt::report(left).plan.total_flops().value;
    const std::int64_t of_last = rt::report(last).plan.total_flops().value;
    rt::print("(A A) x:", squared.nnz(), "entries,", of_left, "flops; A (A x):", a.nnz(),
              "entries,", of_last, "flops");
    check("A A x", rt::allclose(left, last).item());
    check("order", of_left > 3 * of_last);
    if (dimensions == 3) rt::print(rt::explain(last));
  }
  return right ? 0 : 1;
}
