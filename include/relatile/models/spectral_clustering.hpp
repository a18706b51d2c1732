// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"

namespace relatile::models {

struct SpectralClusteringOptions {
  int n_clusters = 8;
  std::string affinity = "rbf";  ///< or "nearest_neighbors", or "precomputed": x is the affinity
  double gamma = 1;              ///< of "rbf": exp(-gamma |x - y|^2)
  int n_neighbors = 10;          ///< of "nearest_neighbors", each row itself among them
  int n_init = 10;
  int max_iter = 1000;  ///< of the iteration that finds eigenvectors of more than 1000 rows
  double tol = 1e-6;
  std::uint64_t seed = 0;
};

/// Clusters of what is connected: k-means of the leading eigenvectors of the affinity over the
/// roots of rows' sums, scikit-learn's SpectralClustering. The affinity is a dense (n, n) matrix in
/// parts on the ranks. Of 1000 rows or fewer every rank finds the eigenvectors for itself; of more,
/// they are found by products.
///
///   source  Shi, Malik: Normalized cuts and image segmentation (PAMI 2000); von Luxburg: A
///   tutorial
///           on spectral clustering (Stat. Comput. 2007), section 4
class SpectralClustering {
 public:
  explicit SpectralClustering(const SpectralClusteringOptions& options = {}) : options_(options) {}
  template <std::integral I>
  explicit SpectralClustering(I n_clusters)
      : SpectralClustering(
            SpectralClusteringOptions{.n_clusters = detail::count_of(std::int64_t(n_clusters))}) {}

  /// x (n, d), dense or sparse, or the affinity (n, n). Collective.
  ///
  ///   errors  ShapeMismatch for fewer rows than clusters or neighbours, and an affinity that is
  ///           not square; Error for an affinity that there is not, or that is not symmetric, and
  ///           numbers that are not finite
  SpectralClustering& fit(const Features& x);
  Array<std::int64_t, 1> fit_predict(const Features& x) { return fit(x).labels; }

  Array<std::int64_t, 1> labels;
  Array<double, 2> affinity_matrix;  ///< (n, n)
  int n_iter = 0;                    ///< 0 where ranks found the eigenvectors for themselves
  bool converged = false;

 private:
  SpectralClusteringOptions options_;
};

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/spectral_clustering.hpp"
#endif
