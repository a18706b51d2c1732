// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"

namespace relatile::models::detail {

/// 1 - missed / all; where there is no more to explain than `rounding` 1 if no more than that is
/// missed, else 0.
double explained_share(double missed, double all, double rounding);
/// The mean of y, all of it an expression, for every row.
Vector constant_prediction(const Vector& y, const RowWeights& weights);
/// The share of variance that a prediction explains: scikit-learn's r2_score, lazily. Of y that are
/// all the same 1 if they are predicted, but for what the mean of so many may be rounded by, else
/// 0.
Array<double, 0> r2_score(const Vector& y, const Vector& predicted,
                          const std::optional<Vector>& weights);

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/regression_scores.hpp"
#endif
