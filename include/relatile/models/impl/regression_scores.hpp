// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/regression_scores.hpp"

#include <cmath>
#include <limits>

#include "relatile/array/choices.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"

namespace relatile::models::detail {

RELATILE_INLINE double explained_share(double missed, double all, double rounding) {
  if (std::isnan(missed) || std::isnan(all)) return missed + all;
  if (all > rounding) return 1 - missed / all;
  return missed > rounding ? 0 : 1;
}

RELATILE_INLINE Vector constant_prediction(const Vector& y, const RowWeights& weights) {
  return sum(weights.times(y)) / weights.total() + 0.0 * y;
}

RELATILE_INLINE Array<double, 0> r2_score(const Vector& y, const Vector& predicted,
                                          const std::optional<Vector>& weights) {
  const auto times = [&](const Vector& rows) { return weights ? as_array(*weights * rows) : rows; };
  const double n = double(y.size());
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const Array<double, 0> total =
      weights ? as_array(sum(*weights)) : as_array(full<double, 0>(Extents{}, n));
  const Array<double, 0> mean = sum(times(y)) / total;
  const Array<double, 0> missed = sum(times(square(y - predicted)));
  const Vector apart = y - mean;
  const Array<double, 0> squares = sum(times(square(apart)));
  const Array<double, 0> left = sum(times(apart));
  // Numbers that are all the same are all as far from their mean as that is rounded.
  const Array<double, 0> all = squares - left * left / total;
  const auto is_constant = all <= (n + 8) * eps * squares;
  // NaN stays NaN, also where there is nothing to explain.
  const auto of_constant = where(missed <= total * square(n * eps * mean), 1.0, 0.0 * missed);
  return where(is_constant, of_constant, 1.0 - missed / all);
}

}  // namespace relatile::models::detail
