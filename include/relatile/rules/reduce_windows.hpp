// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/applied_rule.hpp"
#include "relatile/rules/rewritten.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// Reduces windows that slide along an axis where they are read, instead of making them first,
/// which takes as many times the array as a window has elements. Over several axes at once it
/// reduces one after the other: so of windows along two axes neither are made.
///
///   equation   reduce_k(windows(A)[i, k]) == (i: reduce(A[i], ..., A[i + width - 1]))
///   condition  the windows, with no function of their elements between, are reduced as a whole;
///              they have no value yet, and nobody asked for a plan or placement of them
///
///   complexity of one look at each node
RELATILE_INLINE Rewritten reduce_windows(const std::vector<tra::NodePtr>& order,
                                         const std::vector<tra::NodePtr>& roots,
                                         plan::AppliedRule& applied);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/reduce_windows.hpp"
#endif
