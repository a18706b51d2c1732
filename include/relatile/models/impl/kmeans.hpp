// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/kmeans.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/reductions/statistics.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/kernel/models/nearest.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/models/options.hpp"
#include "relatile/models/row_blocks.hpp"
#include "relatile/random/more_distributions.hpp"
#include "relatile/random/philox.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"
#include "relatile/sparse/selecting.hpp"

namespace relatile::models {
namespace detail {

RELATILE_INLINE Numbers row_of(const Features& x, std::int64_t row) {
  if (x.is_sparse()) return to_vector(x.sparse()(row, all_of_axis));
  const Array<std::int64_t, 1> place = from_span(std::vector<std::int64_t>{row}, {1});
  return to_vector(take(x.dense(), place, 0));
}

RELATILE_INLINE Matrix squared_distances(const Features& x, const Matrix& centres) {
  if (!x.is_sparse()) {  // about the mean of the centres, so that digits are kept
    const Vector about = mean(centres, 0);
    const Matrix to = centres - about;
    const Matrix from = x.dense() - about;
    const Matrix products = matmul(from, transpose(to));
    const Vector lengths = sum(square(from), 1);
    return maximum(lengths(all_of_axis, newaxis) - 2.0 * products + sum(square(to), 1), 0.0);
  }
  const Vector squares = sum(square(centres), 1);
  const Matrix products = times(x, as_array(transpose(centres)));
  return maximum(row_squares(x)(all_of_axis, newaxis) - 2.0 * products + squares, 0.0);
}

/// A seed of its own for each place of a list.
inline std::uint64_t seed_at(std::uint64_t seed, std::uint64_t place) {
  const random::Bits bits = random::philox(seed, 1, place);
  return std::uint64_t{bits[1]} << 32 | bits[0];
}

RELATILE_INLINE Numbers careful_seeds(const Features& x, const RowWeights& weights,
                                      std::int64_t count, std::uint64_t seed) {
  const std::int64_t n = x.rows();
  const Vector lengths = row_squares(x);
  Session::current().evaluate({lengths.node()});
  Vector distances = ones({n});
  Numbers centres;
  for (std::int64_t c = 0; c < count; ++c) {
    // The first of n alarms, each by its own rate: every row is as likely as its distance and its
    // weight say.
    const Vector alarms = random::exponential<double, 1>(
        1.0, Extents{n}, random::Seed{seed_at(seed, std::uint64_t(c))});
    const std::int64_t chosen = item(argmin(alarms / weights.times(distances)));
    const Numbers centre = row_of(x, chosen);
    centres.insert(centres.end(), centre.begin(), centre.end());
    const Vector at = vector_of(centre);
    const Vector own = x.is_sparse()
                           ? as_array(maximum(lengths - 2.0 * times(x, at) + sum(square(at)), 0.0))
                           : as_array(sum(square(x.dense() - at), 1));
    distances = c == 0 ? own : as_array(minimum(distances, own));
    Session::current().evaluate({distances.node()});
  }
  return centres;
}

/// The sums of one iteration: of rows less their centres, and their number (k, d + 1), and the
/// inertia.
inline Numbers cluster_sums(const Features& x, const RowWeights& weights, const Numbers& centres,
                            std::int64_t count) {
  const std::int64_t d = x.columns();
  const Matrix at = matrix_of(centres, count, d);
  if (!x.is_sparse()) {
    std::vector<RowOperand> operands{{x.dense().node()}, {at.node(), false}};
    if (weights.each()) operands.push_back({weights.each()->node()});
    return to_vector(sums_over_rows(x.rows(), operands, kernel::sums_of_nearest(d, count),
                                    count * (d + 1) + 1, 2 * d * (count + 2)));
  }
  const Matrix distances = squared_distances(x, at);
  const Array<std::int64_t, 1> nearest = argmin(distances, 1);
  const Matrix members =
      weights.times(astype<double>(nearest(all_of_axis, newaxis) == arange<std::int64_t>(count)));
  const Numbers all = numbers_of({flat(transposed_times(x, members)), as_array(sum(members, 0)),
                                  flat(as_array(sum(weights.times(min(distances, 1)))))});
  Numbers ordered;
  for (std::int64_t c = 0; c < count; ++c) {
    const double size = all[std::size_t(count * d + c)];
    for (std::int64_t j = 0; j < d; ++j) {
      ordered.push_back(all[std::size_t(j * count + c)] - size * centres[std::size_t(c * d + j)]);
    }
    ordered.push_back(size);
  }
  ordered.push_back(all.back());
  return ordered;
}

/// One start of k-means.
struct Clusters {
  Numbers centres;
  double inertia = 0;
  int n_iter = 0;
  bool converged = false;
};
inline Clusters lloyd(const char* model, const Features& x, const RowWeights& weights,
                      Numbers centres, std::int64_t count, int max_iter, double tolerance) {
  const auto d = std::size_t(x.columns());
  Clusters found{std::move(centres)};
  for (;;) {
    const Numbers sums = cluster_sums(x, weights, found.centres, count);
    const bool same = found.n_iter > 0 && sums.back() >= found.inertia;
    found.inertia = sums.back();
    require_finite(model, {found.inertia});
    if (found.converged || same || found.n_iter >= max_iter) {
      found.converged = found.converged || same;
      return found;
    }
    double moved = 0;
    for (std::size_t c = 0; c < std::size_t(count); ++c) {
      const double size = sums[c * (d + 1) + d];
      for (std::size_t j = 0; size > 0 && j < d; ++j) {
        const double step = sums[c * (d + 1) + j] / size;
        moved += step * step;
        found.centres[c * d + j] += step;
      }
    }
    ++found.n_iter;
    found.converged = moved <= tolerance;
  }
}

}  // namespace detail

RELATILE_INLINE KMeans& KMeans::fit(const Features& x, const SampleWeights& weights) {
  detail::require_rows(name_, x);
  detail::require_count(name_, "max_iter", options_.max_iter, 1);
  const std::int64_t count = options_.n_clusters;
  if (count < 1 || x.rows() < count || options_.n_init < 1) {
    throw ShapeMismatch("relatile: " + std::string(name_) + ": " + std::to_string(count) +
                        " clusters of " + std::to_string(x.rows()) + " rows, " +
                        std::to_string(options_.n_init) +
                        " starts; there must be a start, and a row for each cluster");
  }
  x.evaluate();
  const detail::RowWeights each(name_, weights, x.rows());
  const double n = each.total();
  const auto d = std::size_t(x.columns());
  detail::Numbers means = detail::numbers_of({each.column_sums(x)});
  detail::require_finite(name_, means);
  for (double& mean : means) mean /= n;
  const detail::Numbers squares = detail::numbers_of({each.column_sums(
      x.is_sparse() ? models::Features(square(x.sparse()))
                    : models::Features(square(x.dense() - detail::vector_of(means))))});
  detail::require_finite(name_, squares);
  double variance = 0;
  for (std::size_t j = 0; j < d; ++j) {
    const double about = x.is_sparse() ? means[j] * means[j] : 0;
    variance += (squares[j] / n - about) / double(d);
  }
  detail::Clusters best;
  for (int start = 0; start < options_.n_init; ++start) {
    const std::uint64_t seed = detail::seed_at(options_.seed, std::uint64_t(start) << 32);
    auto found = detail::lloyd(name_, x, each, detail::careful_seeds(x, each, count, seed), count,
                               options_.max_iter, options_.tol * std::max(variance, 0.0));
    if (start == 0 || found.inertia < best.inertia) best = std::move(found);
  }
  cluster_centers = detail::matrix_of(best.centres, count, x.columns());
  inertia = best.inertia;
  n_iter = best.n_iter;
  converged = best.converged;
  n_features_in = x.columns();
  labels = predict(x);
  Session::current().evaluate({labels.node()});
  return *this;
}

RELATILE_INLINE Array<std::int64_t, 1> KMeans::predict(const Features& x) const {
  detail::require_columns(name_, x, n_features_in);
  if (x.is_sparse()) return argmin(detail::squared_distances(x, cluster_centers), 1);
  return Array<std::int64_t, 1>(detail::made_of_rows(
      x.rows(), {{x.dense().node()}, {cluster_centers.node(), false}},
      kernel::nearest_centres(x.columns(), cluster_centers.shape(0)),
      element_type_of<std::int64_t>(), 2 * x.columns() * cluster_centers.shape(0)));
}
RELATILE_INLINE Array<double, 2> KMeans::transform(const Features& x) const {
  detail::require_columns(name_, x, n_features_in);
  return sqrt(detail::squared_distances(x, cluster_centers));
}
RELATILE_INLINE double KMeans::score(const Features& x, const SampleWeights& weights) const {
  detail::require_columns(name_, x, n_features_in);
  const detail::Numbers centres = to_vector(cluster_centers);
  const detail::RowWeights each(name_, weights, x.rows());
  return -detail::cluster_sums(x, each, centres, cluster_centers.shape(0)).back();
}

}  // namespace relatile::models
