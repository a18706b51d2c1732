// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"

namespace relatile::models {

struct KMeansOptions {
  int n_clusters = 8;
  int n_init = 4;  ///< starts, of which the best counts
  int max_iter = 300;
  double tol = 1e-4;  ///< on the squares of how far centres move, in mean variances of columns
  std::uint64_t seed = 0;
};

/// k-means by Lloyd's iteration: scikit-learn's KMeans. Centres are first drawn from the rows, each
/// by the squares of distances to those before; all is drawn by the seed and the numbers of rows,
/// so that any number of ranks finds the same. An iteration is one plan, in which k (d + 1) sums
/// travel. A centre to which no row is nearest stays where it is.
///
///   source  Arthur, Vassilvitskii: k-means++: the advantages of careful seeding (SODA 2007)
class KMeans {
 public:
  explicit KMeans(const KMeansOptions& options = {}) : KMeans("KMeans", options) {}
  template <std::integral I>
  explicit KMeans(I n_clusters)
      : KMeans(KMeansOptions{.n_clusters = detail::count_of(std::int64_t(n_clusters))}) {}
  /// Of a model that begins with clusters, by whose name errors call it.
  KMeans(const char* model, const KMeansOptions& options) : name_(model), options_(options) {}

  /// x (n, d), dense or sparse, and weights (n) if rows do not count the same: then those are
  /// drawn by weights times squares of distances, and centres are weighted means. Collective, as
  /// are all functions here.
  ///
  ///   errors  ShapeMismatch for fewer rows than clusters; Error for numbers that are not finite,
  ///           and for weights that are below 0, or all 0
  ///   cost    2 n k d flops an iteration
  KMeans& fit(const Features& x, const SampleWeights& weights = {});
  /// The nearest centre of each row.
  Array<std::int64_t, 1> predict(const Features& x) const;
  /// The distances to all centres: (n, k).
  Array<double, 2> transform(const Features& x) const;
  /// The negative sum of squared distances, by their weights.
  double score(const Features& x, const SampleWeights& weights = {}) const;

  Array<double, 2> cluster_centers;  ///< (k, d)
  Array<std::int64_t, 1> labels;     ///< of the rows that it was fitted to
  double inertia = 0;                ///< the sum of squared distances
  int n_iter = 0;                    ///< of the best start
  bool converged = false;
  std::int64_t n_features_in = 0;

 private:
  const char* name_;
  KMeansOptions options_;
};

namespace detail {

/// Rows that k-means++ chooses, (count, columns). Collective.
Numbers careful_seeds(const Features& x, const RowWeights& weights, std::int64_t count,
                      std::uint64_t seed);
/// The squares of all distances between rows and centres: (n, k), not below 0.
Matrix squared_distances(const Features& x, const Matrix& centres);
/// Row `row` of x, on all ranks. Collective.
Numbers row_of(const Features& x, std::int64_t row);

}  // namespace detail
}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/kmeans.hpp"
#endif
