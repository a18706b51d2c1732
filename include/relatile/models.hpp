// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Models with scikit-learn's names: #include <relatile/models.hpp>, beside or instead of
// relatile.hpp.

#include "relatile/models/decompositions.hpp"
#include "relatile/models/generalized_linear.hpp"
#include "relatile/models/kmeans.hpp"
#include "relatile/models/linear_models.hpp"
#include "relatile/models/logistic_regression.hpp"
#include "relatile/sparse.hpp"
