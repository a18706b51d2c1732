// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/passes/alike_steps.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/outline.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// A choice that was written down before: its values and steps in words, and as a plan without
/// nodes.
struct Emitted {
  Outline outline;
  plan::Plan plan;
};

/// Writes a choice down as a plan that can run: the boxes of every site, what sites send each
/// other, and how much that is.
class Emitter {
 public:
  /// `before` is a choice of which values and steps are taken over where they are the same, of a
  /// program with the same nodes but for where these read each other; null: there is none.
  Emitter(const Problem& problem, const Assignment& assignment, std::int64_t message_limit,
          const Emitted* before = nullptr);

  plan::Plan emit(const std::vector<tra::NodePtr>& results);
  /// The same, to be taken over from.
  Emitted emit_to_remember(const std::vector<tra::NodePtr>& results);

 private:
  void write_out(const Outline& outline);
  /// The plan's value number `v`, if it is that of `before`, too; else null.
  const plan::Value* known_value(const Outline& outline, std::size_t v) const;
  /// The plan's step number `s`, if it does the same as in `before`; else null.
  const plan::Step* known_step(const Outline& outline, std::size_t s) const;

  plan::Step written_out(const OutlineStep& outline);

  void add_work(plan::Step& step, int candidate);

  void add_exchange(plan::Step& step);

  const Problem& problem_;
  const Assignment& assignment_;
  const Emitted* before_;
  std::vector<bool> known_;  ///< per value: it is that of `before`
  pass::AlikeSteps alike_;
  plan::Plan plan_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/emit.hpp"
#endif
