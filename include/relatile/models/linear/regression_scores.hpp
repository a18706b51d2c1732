// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"

namespace relatile::models::detail {

/// 1 - missed / all; where there is nothing to explain 1 if nothing is missed, else 0.
double explained_share(double missed, double all);
/// The mean of y, all of it an expression, for every row.
Vector constant_prediction(const Vector& y, const RowWeights& weights);
/// The share of variance that a prediction explains: scikit-learn's r2_score. Collective.
double r2_score(const Vector& y, const Vector& predicted, const RowWeights& weights);

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/linear/impl/regression_scores.hpp"
#endif
