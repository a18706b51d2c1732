// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Models with linear predictors.
#include <relatile/models/impl/centred_products.hpp>
#include <relatile/models/impl/labels.hpp>
#include <relatile/models/impl/regression_scores.hpp>
#include <relatile/models/linear/impl/generalized_linear.hpp>
#include <relatile/models/linear/impl/linear_models.hpp>
#include <relatile/models/linear/impl/logistic_regression.hpp>
