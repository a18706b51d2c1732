// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/algebra/local_stages.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/algebra/stages.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::planner {

/// Writes operators of the implementation algebra down as a plan that the engine runs: moves become
/// exchanges, with exact traffic; local operators become steps on the boxes of keys that each site
/// has. Moving contributions combines them where they arrive. Nothing is decided here.
class Lowering {
 public:
  Lowering(int num_sites, std::int64_t message_limit);

  plan::Plan lower(const std::vector<plan::OperatorPtr>& roots);

 private:
  struct Lowered {
    tra::NodePtr node;
    int value = -1;
  };

  static void require_whole(const plan::Operator& root);

  /// A node whose one value is the root's: a stored input that only moved gets another name.
  Lowered result_of(const plan::OperatorPtr& root);

  void visit(const plan::OperatorPtr& op);

  Lowered stored(const plan::Operator& op);

  Lowered moved(const plan::Operator& op);

  void computed(const plan::OperatorPtr& op);

  std::vector<plan::PlacedNode> operands_of(const plan::Operator& op) const;

  Lowered emit(const plan::Operator& op, plan::LocalStages made,
               const std::vector<plan::OperatorPtr>& inputs);

  int add_value(int node, placement::Placement placement) {
    plan_.values.push_back({node, std::move(placement), false});
    return static_cast<int>(plan_.values.size()) - 1;
  }

  int index_of(const tra::NodePtr& node);

  std::int64_t message_limit_;
  plan::Plan plan_;
  std::unordered_set<const plan::Operator*> fused_;
  std::unordered_map<const plan::Operator*, Lowered> lowered_;
  std::unordered_map<const tra::Node*, int> index_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/lower.hpp"
#endif
