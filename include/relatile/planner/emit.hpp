// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/passes/alike_steps.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/outline.hpp"
#include "relatile/planner/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Writes a choice down as a plan that can run: the boxes of every site, what sites send each
/// other, and how much that is.
class Emitter {
 public:
  Emitter(const Problem& problem, const Assignment& assignment, std::int64_t message_limit);

  plan::Plan emit(const std::vector<tra::NodePtr>& results);

 private:
  plan::Step written_out(const OutlineStep& outline);

  void add_work(plan::Step& step, int candidate);

  void add_exchange(plan::Step& step);

  const Problem& problem_;
  const Assignment& assignment_;
  pass::AlikeSteps alike_;
  plan::Plan plan_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/emit.hpp"
#endif
