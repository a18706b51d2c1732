// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/linear/regression_scores.hpp"

#include <cmath>

#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"

namespace relatile::models::detail {

RELATILE_INLINE double explained_share(double missed, double all) {
  if (std::isnan(missed) || std::isnan(all)) return missed + all;
  if (all > 0) return 1 - missed / all;
  return missed > 0 ? 0 : 1;
}

RELATILE_INLINE Vector constant_prediction(const Vector& y, const RowWeights& weights) {
  return sum(weights.times(y)) / weights.total() + 0.0 * y;
}

RELATILE_INLINE double r2_score(const Vector& y, const Vector& predicted,
                                const RowWeights& weights) {
  const Array<double, 0> missed = sum(weights.times(square(y - predicted)));
  const Array<double, 0> all = sum(weights.times(square(y - constant_prediction(y, weights))));
  const Numbers sums = numbers_of({flat(missed), flat(all)});
  return explained_share(sums[0], sums[1]);
}

}  // namespace relatile::models::detail
