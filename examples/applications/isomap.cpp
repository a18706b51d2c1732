// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Isomap: points on a rolled sheet are laid out flat by the lengths of paths between neighbours.
// Neighbours, shortest paths by squaring over (min, +), and eigenvectors: Spartan's applications.
//
//   mpirun -n 4 ./isomap

#include <cmath>
#include <cstdio>
#include <relatile/spectral.hpp>
#include <vector>

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;

/// The squares of distances between rows.
Matrix squared_distances(const Matrix& x) {
  const Vector squares = rt::sum(rt::square(x), 1);
  const Matrix products = rt::matmul(x, rt::transpose(x));
  return rt::maximum(squares(rt::all_of_axis, rt::newaxis) + squares - 2.0 * products, 0.0);
}

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  const std::int64_t n = 240, neighbours = 10;

  // A spiral, of which `along` is the length, and a width.
  const Vector angle = 4.0 + rt::random::uniform(0.0, 1.0, {n}) * 6.0;
  const Vector width = rt::random::uniform(0.0, 6.0, {n});
  const Vector along = 0.5 * (angle * rt::sqrt(1.0 + rt::square(angle)) + rt::arcsinh(angle));
  const Matrix x =
      rt::stack({Vector(angle * rt::cos(angle)), width, Vector(angle * rt::sin(angle))}, 1);
  rt::evaluate(x, along);

  // Links between neighbours, both ways, at their lengths; elsewhere infinity.
  const Matrix distance = rt::sqrt(squared_distances(x));
  const Matrix in_order = rt::sort(distance, 1);
  const Vector reach = in_order(rt::all_of_axis, neighbours);
  const Matrix near =
      rt::where(distance <= reach(rt::all_of_axis, rt::newaxis), distance, INFINITY);
  Matrix paths = rt::minimum(near, rt::transpose(near));
  paths = rt::where(rt::eye(n) > 0.0, 0.0, paths);
  rt::evaluate(paths);
  const std::vector<double> links = rt::to_vector(rt::ravel(paths));
  std::int64_t predicted = 0, sent = 0;
  for (int length = 1; length < n; length *= 2) {
    paths = rt::einsum<"ik,kj->ij", rt::MinPlus>(paths, paths);
    rt::evaluate(paths);
    predicted += rt::report(paths).bytes_predicted().value;
    sent += rt::report(paths).bytes_sent().value;
  }

  // The same by Floyd and Warshall.
  std::vector<double> d = links;
  const std::size_t m = std::size_t(n);
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t ij = 0; ij < m * m; ++ij) {
      d[ij] = std::min(d[ij], d[ij / m * m + k] + d[k * m + ij % m]);
    }
  }
  const std::vector<double> found = rt::to_vector(rt::ravel(paths));
  double difference = 0;
  for (std::size_t e = 0; e < d.size(); ++e) {
    difference = std::max(difference, std::isinf(d[e]) ? 0.0 : std::abs(d[e] - found[e]));
  }

  // Classical scaling: eigenvectors of the centred squares.
  const Matrix squares = rt::square(paths);
  const Vector means = rt::mean(squares, 1);
  const double mean = rt::item(rt::mean(means));
  const Matrix centred = -0.5 * (squares - means - means(rt::all_of_axis, rt::newaxis) + mean);
  const auto [values, vectors] = rt::eigh(centred);
  const Vector first = vectors(rt::all_of_axis, n - 1);
  const double correlation = std::abs(rt::item(rt::corrcoef(rt::stack({first, along}))(0, 1)));
  const double farthest = rt::item(rt::max(paths));
  if (context.rank() == 0) {
    std::printf("longest path %.6f, correlation with the sheet %.6f\n", farthest, correlation);
  }
  rt::print(rt::grouped(predicted), "B predicted,", rt::grouped(sent), "B sent");
  const bool right = difference < 1e-10 && correlation > 0.98 && sent == predicted;
  rt::print("paths are those of Floyd and Warshall", right ? "- right" : "- WRONG");
  return right ? 0 : 1;
}
