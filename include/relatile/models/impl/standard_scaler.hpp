// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/standard_scaler.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "relatile/array/reductions.hpp"
#include "relatile/array/reductions/statistics.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

namespace relatile::models {
namespace detail {

inline const Matrix& dense_features(const char* function, const Features& x) {
  if (!x.is_sparse()) return x.dense();
  throw Error(std::string("relatile: StandardScaler: ") + function +
              " takes dense features; take to_dense(x)");
}
/// The deviation, and 1 where a variance is no more than rounding makes of n equal numbers of this
/// mean: scikit-learn's bound.
inline double scale_of(double mean, double variance, double n) {
  const double epsilon = std::numeric_limits<double>::epsilon();
  const double part = n * mean * epsilon;
  return variance <= n * epsilon * variance + part * part ? 1.0 : std::sqrt(variance);
}

}  // namespace detail

RELATILE_INLINE StandardScaler& StandardScaler::fit(const Features& x) {
  detail::require_rows("StandardScaler", x);
  const auto [means, variances] = moments(detail::dense_features("fit", x), 0);
  const auto d = std::size_t(x.columns());
  const auto both = detail::numbers_of({means, variances});
  detail::require_finite("StandardScaler", both);
  const detail::Numbers of_mean(both.begin(), both.begin() + std::ptrdiff_t(d));
  const detail::Numbers of_var(both.begin() + std::ptrdiff_t(d), both.end());
  detail::Numbers scales;
  for (std::size_t i = 0; i < d; ++i) {
    const double found = detail::scale_of(of_mean[i], of_var[i], double(x.rows()));
    scales.push_back(options_.with_std ? found : 1.0);
  }
  mean = detail::vector_of(of_mean);
  var = detail::vector_of(of_var);
  scale = detail::vector_of(scales);
  n_features_in = x.columns();
  return *this;
}

RELATILE_INLINE const Array<double, 2>& StandardScaler::checked(const Features& x) const {
  detail::require_columns("StandardScaler", x, n_features_in);
  return detail::dense_features("transform", x);
}
RELATILE_INLINE Array<double, 2> StandardScaler::transform(const Features& x) const {
  const Array<double, 2>& rows = checked(x);
  if (!options_.with_mean) return rows / scale;
  return (rows - mean) / scale;
}
RELATILE_INLINE Array<double, 2> StandardScaler::inverse_transform(const Features& y) const {
  const Array<double, 2>& rows = checked(y);
  if (!options_.with_mean) return rows * scale;
  return rows * scale + mean;
}

}  // namespace relatile::models
