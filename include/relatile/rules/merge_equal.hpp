// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/applied_rule.hpp"
#include "relatile/rules/rewritten.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// Computes once what is written twice: operators on arrays that read the same, by the same
/// indices, and apply the same elementwise functions and reductions with the same constants.
///
///   equation   f(A) + f(A) == y + y where y = f(A)
///   condition  operators are compared whole, not by hashes; kernels of blocks, keys and generators
///              of the user's are never taken for equal, as they may have effects; functors of
///              elementwise functions and of semirings are static functions, and count by type
///
///   complexity of one look-up for each node, and one comparison for each that is merged
RELATILE_INLINE Rewritten merge_equal(const std::vector<tra::NodePtr>& order,
                                      const std::vector<tra::NodePtr>& roots,
                                      plan::AppliedRule& applied);

namespace detail {

/// Whether an operator computes nothing but what the library's own functions say.
RELATILE_INLINE bool is_pure(const tra::Node& node);

/// Whether two pure operators on the same operands compute the same.
RELATILE_INLINE bool compute_the_same(const tra::Node& a, const tra::Node& b);

}  // namespace detail

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/merge_equal.hpp"
#endif
