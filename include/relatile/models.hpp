// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Models with scikit-learn's names: #include <relatile/models.hpp>, beside or instead of
// relatile.hpp.

#include "relatile/models/decompositions.hpp"
#include "relatile/models/factorizations.hpp"
#include "relatile/models/kmeans.hpp"
#include "relatile/models/linear/generalized_linear.hpp"
#include "relatile/models/linear/linear_models.hpp"
#include "relatile/models/linear/logistic_regression.hpp"
#include "relatile/models/metrics/classification.hpp"
#include "relatile/models/metrics/label_scores.hpp"
#include "relatile/models/metrics/probabilities.hpp"
#include "relatile/models/metrics/regression.hpp"
#include "relatile/models/mixtures.hpp"
#include "relatile/models/naive_bayes.hpp"
#include "relatile/models/spectral_clustering.hpp"
#include "relatile/models/splitting.hpp"
#include "relatile/models/standard_scaler.hpp"
#include "relatile/sparse.hpp"
