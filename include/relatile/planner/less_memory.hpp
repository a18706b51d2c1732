// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/hosts.hpp"
#include "relatile/planner/plan_shrinker.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// What a search for less memory does after a plan that it met.
enum class GoOn : std::uint8_t {
  to_smaller,      ///< of the same choice
  to_next_choice,  ///< one for dearer memory
  no_further,
};

/// The plans that a search for less memory meets: the planner's own choice, that choice with its
/// steps in another order, in slices, or repeated, and the same of what the planner chooses when
/// memory costs something. They depend on the problem, and not on how far anybody wants to go.
class LessMemory {
 public:
  LessMemory(const Problem& problem, const Choose& choose, const std::vector<tra::NodePtr>& results,
             std::int64_t message_limit, plan::Hosts hosts);

  /// Is shown a plan, and the choice that it executes.
  using Visit = std::function<GoOn(const Assignment&, const MeasuredPlan&)>;

  /// Shows the plans of `first`, from the whole one to the smallest, then those of other choices.
  void visit(const Assignment& first, const Visit& show) const;

 private:
  /// What a byte costs, in shares of what the whole choice costs per byte it needs: from next to
  /// nothing to more than all else.
  static constexpr std::array prices_of_byte{0.02, 0.1, 0.5, 2.0, 10.0, 1e3, 1e6};

  PlanShrinker shrinker_of(const Assignment& assignment) const;
  /// `whole` is the choice's plan, not shrunk yet.
  static GoOn visit_choice(const Assignment& assignment, const PlanShrinker& whole,
                           const Visit& show);

  const Problem& problem_;
  const Choose& choose_;
  const std::vector<tra::NodePtr>& results_;
  std::int64_t message_limit_;
  plan::Hosts hosts_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/less_memory.hpp"
#endif
