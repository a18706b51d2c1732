// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/papers/tra21/floats_moved.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::papers {

using Trees = std::vector<plan::OperatorPtr>;

/// One application of a rule on the way to a plan.
struct RuleStep {
  std::string rule;
  Trees trees;  ///< after it
  std::int64_t cost = 0;
};

struct RuleSearch {
  std::function<std::int64_t(const Trees&)> cost = papers::floats_moved;
  std::size_t most_trees = 5000;  ///< looked at in all
  /// Trees that may be the result; by default all.
  std::function<bool(const Trees&)> accepts;
};

/// Where a search ended: the cheapest trees, and how they follow from the initial ones.
struct RuleResult {
  Trees trees;
  std::int64_t cost = 0;
  std::vector<RuleStep> steps;
  std::size_t looked_at = 1;
  bool complete = true;  ///< everything that the rules reach was looked at
};

namespace detail {

/// A tree, and the one it was rewritten from.
struct Reached {
  Trees trees;
  std::int64_t cost = 0;
  std::size_t operators = 0;
  std::size_t from = 0;
  std::string rule;
};

/// Applies the rules that are never a loss as often as they fit, and names them. Without this,
/// operators that do nothing would pile up into ever new trees of one cost.
RELATILE_INLINE void tidy(Trees& trees, std::string& names);

}  // namespace detail

/// Rewrites by rules, best first: of all trees reached the cheapest is rewritten next, at every
/// place, by every rule; among equally cheap ones that of fewer operators, then the one found
/// first. Deterministic, so that all sites find the same plan.
///
///   source  [tra21] section 4, whose authors choose among the rewritten plans by hand
RELATILE_INLINE RuleResult search_by_rules(const Trees& initial, const RuleSearch& search = {});

/// The cheapest plan that rules reach from the translation of logical operators by [tra21, table
/// 1]. All inputs must be stored relations.
///
///   errors  UnsupportedPlan if an input is not evaluated, or an array
RELATILE_INLINE plan::Plan plan_by_rules(const std::vector<tra::NodePtr>& roots, int num_sites,
                                         std::int64_t message_limit = plan::default_message_limit,
                                         RuleSearch search = {});

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/impl/rewriting.hpp"
#endif
