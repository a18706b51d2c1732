// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/spectral_clustering.hpp"

#include <cmath>
#include <cstddef>
#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/kernel/spectral/small_dense.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/models/decompositions.hpp"
#include "relatile/models/kmeans.hpp"
#include "relatile/models/options.hpp"
#include "relatile/random/distributions.hpp"

namespace relatile::models {
namespace detail {

inline Matrix affinity_of(const Features& x, const SpectralClusteringOptions& options) {
  const std::string name = "relatile: SpectralClustering: ";
  if (options.affinity == "precomputed") {
    if (x.rows() != x.columns()) {
      throw ShapeMismatch(name + "an affinity of shape " + to_string(x.shape()) +
                          "; it must be square");
    }
    const Matrix given = x.is_sparse() ? to_dense(x.sparse()) : x.dense();
    const Numbers sizes = numbers_of(
        {flat(as_array(max(abs(given)))), flat(as_array(max(abs(given - transpose(given)))))});
    require_finite("SpectralClustering", sizes);
    if (sizes[1] <= 1e-8 * sizes[0]) return given;
    throw Error(name + "an affinity that is not symmetric: two elements that should be equal are " +
                std::to_string(sizes[1]) + " apart; take 0.5 * (x + transpose(x))");
  }
  const Matrix points = x.is_sparse() ? to_dense(x.sparse()) : x.dense();
  const Matrix distances = squared_distances(x, points);
  if (options.affinity == "rbf") return exp(-options.gamma * distances);
  if (options.affinity != "nearest_neighbors") {
    throw Error(name + "there is no affinity \"" + options.affinity +
                "\"; there are rbf, nearest_neighbors and precomputed");
  }
  if (options.n_neighbors < 1 || options.n_neighbors > x.rows()) {
    throw ShapeMismatch(name + std::to_string(options.n_neighbors) + " neighbours among " +
                        std::to_string(x.rows()) + " rows");
  }
  // A row is its own nearest neighbour, whatever rounding makes of its distance.
  const Matrix others = where(eye(x.rows()) == 1.0, -1.0, distances);
  const std::int64_t last = options.n_neighbors - 1;
  const Matrix reach = sort(others, 1)(all_of_axis, slice(last, last + 1));
  const Matrix near = where(others <= reach, 0.5, 0.0);
  return near + transpose(near);
}

/// The eigenvectors of the largest eigenvalues as columns, by iteration of a subspace.
struct Leading {
  Matrix vectors;
  int n_iter = 0;
  bool converged = true;
};
inline Leading leading_vectors(const Matrix& matrix, const SpectralClusteringOptions& options) {
  const std::int64_t n = matrix.shape(0);
  const std::int64_t k = options.n_clusters;
  constexpr std::int64_t few = 1000;
  if (n <= few) {
    const Numbers all = numbers_of({flat(matrix)});
    require_finite("SpectralClustering", all);
    const auto eigen = kernel::symmetric_eigen(all, n);
    return {transpose(matrix_of(Numbers(eigen.vectors.end() - k * n, eigen.vectors.end()), k, n))};
  }
  const std::int64_t width = std::min(n, 2 * k + 10);
  const Matrix start =
      random::normal<double, 2>(0.0, 1.0, Extents{n, width}, random::Seed{options.seed});
  Matrix basis = orthonormal_columns(start);
  Leading found;
  found.converged = false;
  double before = 0;
  while (!found.converged && found.n_iter < options.max_iter) {
    // Eigenvalues are from -1 to 1: of those from 0 to 1, the largest in magnitude are the largest.
    Matrix next = basis;
    for (int power = 0; power < 4; ++power) next = 0.5 * (matmul(matrix, next) + next);
    basis = orthonormal_columns(next);
    ++found.n_iter;
    const Numbers core =
        numbers_of({flat(as_array(matmul(transpose(basis), matmul(matrix, basis))))});
    const auto eigen = kernel::symmetric_eigen(core, width);
    double sum = 0;
    for (std::int64_t i = width - k; i < width; ++i) sum += eigen.values[std::size_t(i)];
    found.converged = std::abs(sum - before) <= options.tol * double(k) * 1e-3;
    before = sum;
    const Numbers leading(eigen.vectors.end() - k * width, eigen.vectors.end());
    found.vectors = matmul(basis, transpose(matrix_of(leading, k, width)));
  }
  return found;
}

}  // namespace detail

RELATILE_INLINE SpectralClustering& SpectralClustering::fit(const Features& x) {
  detail::require_rows("SpectralClustering", x);
  detail::require_amount("SpectralClustering", "gamma", options_.gamma);
  detail::require_count("SpectralClustering", "max_iter", options_.max_iter, 1);
  if (options_.n_clusters < 1 || options_.n_clusters > x.rows()) {
    throw ShapeMismatch("relatile: SpectralClustering: " + std::to_string(options_.n_clusters) +
                        " clusters of " + std::to_string(x.rows()) + " rows");
  }
  x.evaluate();
  const detail::Matrix affinity = detail::affinity_of(x, options_);
  // Rows' sums but for what each has with itself, as of a graph.
  const detail::Matrix links = where(eye(x.rows()) == 1.0, 0.0, affinity);
  const detail::Vector degrees = sum(links, 1);
  const detail::Vector roots = where(degrees > 0.0, sqrt(degrees), 1.0);
  const detail::Matrix normalised = links / roots(all_of_axis, newaxis) / roots;
  Session::current().evaluate({affinity.node(), roots.node(), normalised.node()});
  detail::require_finite("SpectralClustering",
                         detail::numbers_of({detail::flat(as_array(sum(normalised)))}));
  const auto leading = detail::leading_vectors(normalised, options_);
  KMeans clusters(
      "SpectralClustering",
      {.n_clusters = options_.n_clusters, .n_init = options_.n_init, .seed = options_.seed});
  clusters.fit(leading.vectors / roots(all_of_axis, newaxis));
  affinity_matrix = affinity;
  n_iter = leading.n_iter;
  labels = clusters.labels;
  converged = leading.converged && clusters.converged;
  return *this;
}

}  // namespace relatile::models
