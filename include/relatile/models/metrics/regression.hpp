// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"

// How far predicted numbers are from those that are true: scikit-learn's metrics of regression.
// They are lazy, arrays without dimensions, of which item(...) or double(...) is the number, in a
// pass or two over what sites have; sums alone are sent. All throw ShapeMismatch for no rows, and
// for another number of predictions, or of weights, than rows.

namespace relatile::models {

/// The mean of squared distances.
Array<double, 0> mean_squared_error(const Targets& y, const Targets& predicted,
                                    const SampleWeights& weights = {});
/// Its root, in the unit of y.
Array<double, 0> root_mean_squared_error(const Targets& y, const Targets& predicted,
                                         const SampleWeights& weights = {});
/// The mean of distances.
Array<double, 0> mean_absolute_error(const Targets& y, const Targets& predicted,
                                     const SampleWeights& weights = {});
/// The share of the variance of y that is predicted: 1 for all, 0 for what the mean does as well,
/// and below 0 for worse. Of y that are all the same, or one, it is 1 if they are predicted, but
/// for rounding, else 0.
Array<double, 0> r2_score(const Targets& y, const Targets& predicted,
                          const SampleWeights& weights = {});

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/metrics/impl/regression.hpp"
#endif
