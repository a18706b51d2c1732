// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// How good predictions are, and rows to judge models by.
#include <relatile/models/impl/splitting.hpp>
#include <relatile/models/metrics/impl/classification.hpp>
#include <relatile/models/metrics/impl/probabilities.hpp>
#include <relatile/models/metrics/impl/regression.hpp>
#include <relatile/models/metrics/impl/rows.hpp>
