// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "relatile/array/reductions/statistics.hpp"
#include "relatile/linalg/spectral/eigh.hpp"
#include "relatile/linalg/spectral/randomized.hpp"
#include "relatile/linalg/spectral/svd.hpp"

namespace relatile {

/// scikit-learn's PCA's names, without the underscore at their ends.
template <class R>
struct PcaResult {
  Array<R, 2> components;                ///< k x d, orthonormal rows
  Array<R, 1> explained_variance;        ///< along each, descending
  Array<R, 1> explained_variance_ratio;  ///< in parts of the whole variance
  Array<R, 1> singular_values;
  Array<R, 1> mean;  ///< of every column
};

struct PcaOptions {
  /// "full": singular values of x - mean. "covariance_eigh": eigenvalues of its covariance, d x d,
  /// which is cheap for many rows, and exact for variances above about 1e-8 of the largest.
  /// "randomized": by randomized_svd. "auto": full, but randomized where k is less than a fifth of
  /// both sides and these are above 1000.
  std::string svd_solver = "auto";
  RandomizedOptions randomized{};
};

namespace detail {
/// Which way a solver's name, of a matrix of this shape, means; ShapeMismatch for k or a name that
/// do not fit.
enum class PcaWay : std::uint8_t { full, covariance, randomized };
RELATILE_INLINE PcaWay way_of_pca(const Extents& shape, std::int64_t k, const std::string& solver);
template <class R>
PcaResult<R> pca(const Array<R, 2>& x, std::int64_t k, const PcaOptions& options);
}  // namespace detail

/// The k directions along which the rows of x vary most, computed at once: scikit-learn's PCA. In
/// each the element of the largest size is positive. (x - mean) components^T are x's coordinates.
///
///   shapes  (n,d) -> components (k,d), mean (d)
///   errors  ShapeMismatch for more components than min(n, d), less than two rows, or another
///   solver
template <ArrayExpression X>
auto pca(const X& x, std::int64_t k, const PcaOptions& options = {},
         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> == 2 && !is_complex_v<element_of<X>>,
                "relatile: pca takes a matrix of real numbers, a sample a row");
  using R = detail::factored_t<element_of<X>>;
  return detail::pca<R>(astype<R>(x), k, options);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/pca.hpp"
#endif
