// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/mixtures.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/array/conversion.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/reductions/statistics.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/kernel/spectral/small_dense.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/models/kmeans.hpp"
#include "relatile/models/options.hpp"
#include "relatile/models/scores.hpp"

namespace relatile::models {
namespace detail {

inline void require_clusters(const char* model, const Features& x, std::int64_t count) {
  require_rows(model, x);
  if (count >= 1 && count <= x.rows()) return;
  throw ShapeMismatch(std::string("relatile: ") + model + ": " + std::to_string(count) +
                      " clusters of " + std::to_string(x.rows()) + " rows");
}

/// What maximisation needs of rows that belong to components in part, (n, k): sizes (k), sums about
/// `about` (k, d), and products (k, d, d), or squares (k, d).
inline std::vector<Vector> mixture_sums(const Matrix& x, const Matrix& members,
                                        const Numbers& about, bool full) {
  const std::int64_t d = x.shape(1);
  std::vector<Vector> sums;
  std::vector<Vector> products;
  for (std::int64_t k = 0; k < members.shape(1); ++k) {
    const auto begin = about.begin() + k * d;
    const Vector own = members(all_of_axis, k);
    const Matrix apart = x - vector_of(Numbers(begin, begin + d));
    sums.push_back(matmul(own, apart));
    if (full) {
      products.push_back(
          flat(as_array(matmul(transpose(apart), own(all_of_axis, newaxis) * apart))));
    } else {
      products.push_back(matmul(own, square(apart)));
    }
  }
  std::vector<Vector> all{as_array(sum(members, 0))};
  all.insert(all.end(), sums.begin(), sums.end());
  all.insert(all.end(), products.begin(), products.end());
  return all;
}

}  // namespace detail

RELATILE_INLINE void GaussianMixture::maximise(const detail::Numbers& sums,
                                               const detail::Numbers& about, double rows) {
  const bool full = options_.covariance_type == "full";
  const auto k = std::size_t(options_.n_components);
  const std::size_t d = about.size() / k;
  of_weights_.assign(sums.begin(), sums.begin() + std::ptrdiff_t(k));
  of_means_ = about;
  of_covariances_.assign(k * d * d, 0);
  const double* const of_sums = sums.data() + k;
  const double* const products = of_sums + k * d;
  for (std::size_t c = 0; c < k; ++c) {
    const double size = std::max(of_weights_[c], 1e-300);
    const double* const moved = of_sums + c * d;
    for (std::size_t i = 0; i < d; ++i) {
      of_means_[c * d + i] += moved[i] / size;
      double* const row = of_covariances_.data() + (c * d + i) * d;
      for (std::size_t j = 0; j < d; ++j) {
        if (!full && i != j) continue;
        const double product = full ? products[(c * d + i) * d + j] : products[c * d + i];
        row[j] = product / size - moved[i] / size * (moved[j] / size);
      }
      row[i] += options_.reg_covar;
    }
    of_weights_[c] = std::max(of_weights_[c] / rows, 1e-300);
  }
}

RELATILE_INLINE Array<double, 2> GaussianMixture::densities(const Features& x) const {
  const std::int64_t d = x.columns();
  std::vector<detail::Vector> columns;
  for (std::int64_t c = 0; c < options_.n_components; ++c) {
    const auto covariance = of_covariances_.begin() + c * d * d;
    const auto lower = kernel::cholesky_lower(detail::Numbers(covariance, covariance + d * d), d);
    if (lower.empty()) {
      throw Error("relatile: GaussianMixture: the covariance of component " + std::to_string(c) +
                  " is singular; take a larger reg_covar, or fewer components");
    }
    double constant =
        std::log(of_weights_[std::size_t(c)]) - double(d) / 2 * std::log(2 * std::acos(-1.0));
    detail::Numbers diagonal;
    for (std::int64_t i = 0; i < d; ++i) {
      diagonal.push_back(1 / lower[std::size_t(i * d + i)]);
      constant += std::log(diagonal.back());
    }
    const auto mean = of_means_.begin() + c * d;
    const detail::Matrix apart = x.dense() - detail::vector_of(detail::Numbers(mean, mean + d));
    const detail::Matrix scaled =
        options_.covariance_type == "full"
            ? as_array(matmul(apart,
                              transpose(detail::matrix_of(kernel::inverse_lower(lower, d), d, d))))
            : as_array(apart * detail::vector_of(diagonal));
    columns.push_back(constant - 0.5 * sum(square(scaled), 1));
  }
  return stack(columns, 1);
}

RELATILE_INLINE GaussianMixture& GaussianMixture::fit(const Features& x) {
  detail::require_clusters("GaussianMixture", x, options_.n_components);
  detail::require_amount("GaussianMixture", "reg_covar", options_.reg_covar);
  detail::require_count("GaussianMixture", "max_iter", options_.max_iter, 0);
  if (x.is_sparse()) {
    throw Error("relatile: GaussianMixture: features are dense; take to_dense(x)");
  }
  if (options_.covariance_type != "full" && options_.covariance_type != "diag") {
    throw Error("relatile: GaussianMixture: there are no covariances \"" +
                options_.covariance_type + "\"; there are full and diag");
  }
  x.evaluate();
  const bool full = options_.covariance_type == "full";
  const std::int64_t k = options_.n_components;
  const std::int64_t d = x.columns();
  const double n = double(x.rows());
  KMeans start("GaussianMixture",
               {.n_clusters = options_.n_components, .n_init = 1, .seed = options_.seed});
  start.fit(x);
  const detail::Numbers centres = to_vector(start.cluster_centers);
  GaussianMixture next(options_);
  next.maximise(detail::numbers_of(detail::mixture_sums(x.dense(), detail::one_hot(start.labels, k),
                                                        centres, full)),
                centres, n);
  next.lower_bound = -INFINITY;
  while (next.n_iter < options_.max_iter && !next.converged) {
    const detail::Matrix logs = next.densities(x);
    const detail::Matrix largest = max(logs, 1, keepdims);
    const detail::Matrix total = largest + log(sum(exp(logs - largest), 1, keepdims));
    auto wanted = detail::mixture_sums(x.dense(), exp(logs - total), next.of_means_, full);
    wanted.push_back(detail::flat(as_array(sum(total))));
    detail::Numbers sums = detail::numbers_of(wanted);
    detail::require_finite("GaussianMixture", sums);
    const double bound = sums.back() / n;
    next.maximise(sums, detail::Numbers(next.of_means_), n);
    next.converged = std::abs(bound - next.lower_bound) < options_.tol;
    next.lower_bound = bound;
    ++next.n_iter;
  }
  next.weights = detail::vector_of(next.of_weights_);
  next.means = detail::matrix_of(next.of_means_, k, d);
  next.covariances = from_span(next.of_covariances_, {k, d, d});
  next.n_features_in = d;
  return *this = std::move(next);
}

RELATILE_INLINE Array<double, 1> GaussianMixture::score_samples(const Features& x) const {
  detail::require_columns("GaussianMixture", x, n_features_in);
  const detail::Matrix logs = densities(x);
  const detail::Matrix largest = max(logs, 1, keepdims);
  return sum(largest + log(sum(exp(logs - largest), 1, keepdims)), 1);
}
RELATILE_INLINE double GaussianMixture::score(const Features& x) const {
  return item(mean(score_samples(x)));
}
RELATILE_INLINE Array<double, 2> GaussianMixture::predict_proba(const Features& x) const {
  detail::require_columns("GaussianMixture", x, n_features_in);
  return exp(detail::log_softmax(densities(x)));
}
RELATILE_INLINE Array<std::int64_t, 1> GaussianMixture::predict(const Features& x) const {
  detail::require_columns("GaussianMixture", x, n_features_in);
  return argmax(densities(x), 1);
}

namespace detail {

/// How much rows belong to clusters at these squared distances.
inline Matrix memberships(const Matrix& distances, double m) {
  const Matrix kept = maximum(distances, 1e-300);
  const Matrix closeness = power(min(kept, 1, keepdims) / kept, 1 / (m - 1));
  return closeness / sum(closeness, 1, keepdims);
}

}  // namespace detail

RELATILE_INLINE FuzzyCMeans& FuzzyCMeans::fit(const Features& x) {
  detail::require_clusters("FuzzyCMeans", x, options_.n_clusters);
  detail::require_option("FuzzyCMeans", "m", options_.m,
                         options_.m > 1 && std::isfinite(options_.m), "above 1, and finite");
  detail::require_count("FuzzyCMeans", "max_iter", options_.max_iter, 1);
  x.evaluate();
  const std::int64_t k = options_.n_clusters;
  const std::int64_t d = x.columns();
  detail::Numbers means = detail::numbers_of({detail::column_sums(x)});
  detail::require_finite("FuzzyCMeans", means);
  for (double& mean : means) mean = x.is_sparse() ? 0 : mean / double(x.rows());
  const Features near =  // dense columns less their means, which keeps their digits
      x.is_sparse() ? x : Features(x.dense() - detail::vector_of(means));
  near.evaluate();
  FuzzyCMeans next(options_);
  detail::Numbers centres =
      detail::careful_seeds(near, {"FuzzyCMeans", {}, near.rows()}, k, options_.seed);
  while (next.n_iter < options_.max_iter && !next.converged) {
    const detail::Matrix distances =
        detail::squared_distances(near, detail::matrix_of(centres, k, d));
    const detail::Matrix shares = power(detail::memberships(distances, options_.m), options_.m);
    const detail::Numbers all = detail::numbers_of(
        {detail::flat(detail::transposed_times(near, shares)), as_array(sum(shares, 0)),
         detail::flat(as_array(sum(shares * distances)))});
    detail::require_finite("FuzzyCMeans", all);
    double moved = 0;
    for (std::int64_t c = 0; c < k; ++c) {
      const double size = all[std::size_t(d * k + c)];
      for (std::int64_t j = 0; j < d; ++j) {
        double& centre = centres[std::size_t(c * d + j)];
        const double mean = all[std::size_t(j * k + c)] / size;
        moved = std::max(moved, std::abs(mean - centre));
        centre = mean;
      }
    }
    next.objective = all.back();
    next.converged = moved <= options_.tol;
    ++next.n_iter;
  }
  for (std::size_t i = 0; i < centres.size(); ++i) centres[i] += means[i % std::size_t(d)];
  next.cluster_centers = detail::matrix_of(centres, k, d);
  next.n_features_in = d;
  return *this = std::move(next);
}
RELATILE_INLINE Array<double, 2> FuzzyCMeans::predict_proba(const Features& x) const {
  detail::require_columns("FuzzyCMeans", x, n_features_in);
  return detail::memberships(detail::squared_distances(x, cluster_centers), options_.m);
}
RELATILE_INLINE Array<std::int64_t, 1> FuzzyCMeans::predict(const Features& x) const {
  detail::require_columns("FuzzyCMeans", x, n_features_in);
  return argmin(detail::squared_distances(x, cluster_centers), 1);
}

}  // namespace relatile::models
