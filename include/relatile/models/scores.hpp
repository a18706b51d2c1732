// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"

// From scores of classes to probabilities, and from classes to rows that are members.

namespace relatile::models::detail {

/// The logarithms of probabilities that are in proportion to exp(scores), (n, k).
Matrix log_softmax(const Matrix& scores);
/// Row i has a one at place y(i), (n, k).
Matrix one_hot(const Array<std::int64_t, 1>& y, std::int64_t classes);

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/scores.hpp"
#endif
