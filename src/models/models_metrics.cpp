// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// How good predictions are, rows to judge models by, and columns made alike.
#include <relatile/models/impl/splitting.hpp>
#include <relatile/models/impl/standard_scaler.hpp>
#include <relatile/models/metrics/impl/classification.hpp>
#include <relatile/models/metrics/impl/label_scores.hpp>
#include <relatile/models/metrics/impl/probabilities.hpp>
#include <relatile/models/metrics/impl/regression.hpp>
#include <relatile/models/metrics/impl/rows.hpp>
