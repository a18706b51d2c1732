// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::tra {

/// The nodes that the roots need, operands first; evaluated nodes are leaves. No recursion: a
/// program may be a chain of a million operators.
RELATILE_INLINE std::vector<NodePtr> topological_order(const std::vector<NodePtr>& roots);

/// How many operand slots of the listed nodes each node fills.
RELATILE_INLINE std::unordered_map<const Node*, int> count_uses(const std::vector<NodePtr>& nodes);

/// The values that nothing refers to but what the roots are computed of: nobody can name them, and
/// they are gone once the roots have values of their own. `order` is the roots' topological order.
RELATILE_INLINE std::vector<const StoredValue*> last_read_by(const std::vector<NodePtr>& order,
                                                             const std::vector<NodePtr>& roots);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/graph.hpp"
#endif
