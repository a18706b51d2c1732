// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Models: what they are fitted to, and their kernels.
#include <relatile/kernel/models/impl/losses.hpp>
#include <relatile/models/impl/features.hpp>
#include <relatile/models/impl/options.hpp>
#include <relatile/models/impl/row_blocks.hpp>
#include <relatile/models/impl/sample_weights.hpp>
#include <relatile/models/impl/scores.hpp>
#include <relatile/models/linear/impl/linear_objective.hpp>
#include <relatile/models/linear/impl/minimised.hpp>
