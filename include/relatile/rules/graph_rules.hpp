// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/applied_rule.hpp"
#include "relatile/rules/rewritten.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// A rule that runs in every evaluation, on the whole graph that is asked for.
struct GraphRule {
  std::string_view name;
  /// Gives what stands for each node of the graph, or nothing where it does not apply, and notes
  /// what it spared. `order` is the graph, operands first.
  Rewritten (*apply)(const std::vector<tra::NodePtr>& order, const std::vector<tra::NodePtr>& roots,
                     plan::AppliedRule& applied);
  bool before_splitting = true;  ///< of einsums of many operands into pairs
};

/// All of them, in the order in which they run.
RELATILE_INLINE const std::vector<GraphRule>& graph_rules();

/// A graph after some rules.
struct RewrittenGraph {
  std::vector<tra::NodePtr> roots;
  std::vector<tra::NodePtr> order;         ///< of all nodes, operands first; empty: not known
  Rewritten rewritten;                     ///< by nodes of the first graph; empty: nothing changed
  std::vector<plan::AppliedRule> applied;  ///< in the order in which they ran

  const tra::NodePtr& at(const tra::NodePtr& node) const {
    return rewritten.empty() ? node : rewritten.at(node.get());
  }
};

/// Applies a rule, unless it is disabled or does not apply.
RELATILE_INLINE void apply(const GraphRule& rule, const std::vector<std::string>& disabled,
                           RewrittenGraph& graph);

/// Takes a graph's nodes for what was made of them.
RELATILE_INLINE void follow(Rewritten&& rewritten, RewrittenGraph& graph);

/// Throws Error for names that no rule has.
RELATILE_INLINE void require_rules(const std::vector<std::string>& disabled);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/graph_rules.hpp"
#endif
