// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/metrics/regression.hpp"

#include "relatile/expr/operators.hpp"
#include "relatile/models/metrics/rows.hpp"
#include "relatile/models/regression_scores.hpp"

namespace relatile::models {

RELATILE_INLINE Array<double, 0> mean_squared_error(const Targets& y, const Targets& predicted,
                                                    const SampleWeights& weights) {
  const detail::MetricRows rows("mean_squared_error", y.size(), predicted.size(), weights);
  return rows.mean(square(y.values() - predicted.values()));
}
RELATILE_INLINE Array<double, 0> root_mean_squared_error(const Targets& y, const Targets& predicted,
                                                         const SampleWeights& weights) {
  const detail::MetricRows rows("root_mean_squared_error", y.size(), predicted.size(), weights);
  return sqrt(rows.mean(square(y.values() - predicted.values())));
}
RELATILE_INLINE Array<double, 0> mean_absolute_error(const Targets& y, const Targets& predicted,
                                                     const SampleWeights& weights) {
  const detail::MetricRows rows("mean_absolute_error", y.size(), predicted.size(), weights);
  return rows.mean(abs(y.values() - predicted.values()));
}
RELATILE_INLINE Array<double, 0> r2_score(const Targets& y, const Targets& predicted,
                                          const SampleWeights& weights) {
  const detail::MetricRows rows("r2_score", y.size(), predicted.size(), weights);
  return detail::r2_score(y.values(), predicted.values(), rows.weights());
}

}  // namespace relatile::models
