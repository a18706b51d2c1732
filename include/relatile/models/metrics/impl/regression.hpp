// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/metrics/regression.hpp"

#include "relatile/array/choices.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/models/metrics/rows.hpp"

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
  const Array<double, 0> missed = sum(rows.times(square(y.values() - predicted.values())));
  const Array<double, 0> all = sum(rows.times(square(y.values() - rows.mean(y.values()))));
  // NaN stays NaN, also where there is nothing to explain.
  const auto of_constant = where(missed == 0.0, 1.0, 0.0 * missed);
  return where(all != 0.0, 1.0 - missed / all, of_constant);
}

}  // namespace relatile::models
