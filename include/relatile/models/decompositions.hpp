// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"

namespace relatile::models {

struct PCAOptions {
  std::int64_t n_components = 0;  ///< 0 for all, as many as the lesser extent
  bool whiten = false;
};

/// Principal components, by the eigenvectors of the covariance of columns: scikit-learn's PCA. Two
/// passes over the rows, then every rank decomposes a (d, d) matrix. Each component's largest
/// element is positive, of equal ones the first. Of components whose singular value is below 1e-8
/// of the largest, digits are lost.
class PCA {
 public:
  explicit PCA(const PCAOptions& options = {}) : options_(options) {}
  template <std::integral I>
  explicit PCA(I n_components) : PCA(PCAOptions{.n_components = std::int64_t(n_components)}) {}

  /// x (n, d), dense or sparse. Collective, as are all functions here.
  ///
  ///   errors  ShapeMismatch for more components than rows or columns; Error for numbers that are
  ///           not finite
  ///   cost    2 n d^2 + 10 d^3 flops
  PCA& fit(const Features& x);
  /// (n, k)
  Array<double, 2> transform(const Features& x) const;
  Array<double, 2> fit_transform(const Features& x) { return fit(x).transform(x); }
  /// (n, d), of (n, k)
  Array<double, 2> inverse_transform(const Features& y) const;

  Array<double, 2> components;                ///< (k, d), rows of length 1
  Array<double, 1> explained_variance;        ///< (k)
  Array<double, 1> explained_variance_ratio;  ///< (k)
  Array<double, 1> singular_values;           ///< (k)
  Array<double, 1> mean;                      ///< (d)
  std::int64_t n_features_in = 0;

 private:
  PCAOptions options_;
};

struct TruncatedSVDOptions {
  std::int64_t n_components = 2;
  std::string algorithm = "randomized";  ///< or "gram": exactly, by the products of columns
  int n_iter = 5;                        ///< power iterations
  std::int64_t n_oversamples = 10;
  std::uint64_t seed = 0;
};

/// The largest singular values of x as it is, not centred: scikit-learn's TruncatedSVD, of sparse
/// matrices too. The range is found by products with random vectors, so that nothing larger than
/// (d, k + oversamples) is on any rank.
///
///   source  Halko, Martinsson, Tropp: Finding structure with randomness (SIAM Review 2011),
///           algorithms 4.4 and 5.1
class TruncatedSVD {
 public:
  explicit TruncatedSVD(const TruncatedSVDOptions& options = {}) : options_(options) {}
  template <std::integral I>
  explicit TruncatedSVD(I n_components)
      : TruncatedSVD(TruncatedSVDOptions{.n_components = std::int64_t(n_components)}) {}

  /// As of PCA; Error too for an algorithm that there is not.
  ///
  ///   cost    4 n d (k + oversamples) flops an iteration
  TruncatedSVD& fit(const Features& x);
  Array<double, 2> transform(const Features& x) const;
  Array<double, 2> fit_transform(const Features& x) { return fit(x).transform(x); }
  Array<double, 2> inverse_transform(const Features& y) const;

  Array<double, 2> components;       ///< (k, d), rows of length 1
  Array<double, 1> singular_values;  ///< (k)
  std::int64_t n_features_in = 0;

 private:
  TruncatedSVDOptions options_;
};

namespace detail {

/// Columns of length 1 that are orthogonal, and span what those of y do; of fewer dimensions than
/// columns, some are 0. Collective: it evaluates y and the result.
Matrix orthonormal_columns(const Matrix& y);

}  // namespace detail
}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/decompositions.hpp"
#endif
