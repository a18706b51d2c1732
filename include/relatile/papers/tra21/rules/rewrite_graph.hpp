// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/rule.hpp"
#include "relatile/plan/algebra/to_graph.hpp"
#include "relatile/plan/algebra/translate.hpp"

namespace relatile::papers::tra21::rules {

/// The same rules on the logical algebra: `node` and what it reads as operators on one site that
/// has everything, rewritten, and a graph again. Null where the rule does not apply to `node`.
///
/// Arrays and evaluated relations are leaves. Where the rewritten form reads a relation with holes,
/// the graph renames its blocks first, since logical operators refuse holes.
inline tra::NodePtr rewritten(const Rule& rule, const tra::NodePtr& node) {
  const UntoldErrors::Told tried;
  try {
    const OperatorPtr now = rule(plan::Translation::without_sites()(node));
    return now ? plan::to_graph(now) : nullptr;
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace relatile::papers::tra21::rules
