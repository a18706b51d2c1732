// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/passes/alike_steps.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::pass {

/// Rewrites a plan so that groups of its steps are executed slice by slice: operands arrive, are
/// multiplied and forgotten a part at a time, and partial sums add up in the one result. The bytes
/// that are sent stay the same; messages get more and smaller.
///
///   equation  C = A B  ==  C = A[:, 1st] B[1st, :]; C += A[:, 2nd] B[2nd, :]; ...
///             C = f(A B)  ==  C[1st, :] = f(A[1st, :] B); C[2nd, :] = f(A[2nd, :] B); ...
///   source    SUMMA's panels: R. van de Geijn and J. Watts, Concurrency: Practice and Experience
///             9(4), 1997
class SlicedPlan {
 public:
  /// The groups must not share steps, nor need what another one's steps make of theirs.
  SlicedPlan(const plan::Plan& whole, const SlicedGroups& groups, std::int64_t message_limit);

  const plan::Plan& plan() const& { return plan_; }
  plan::Plan plan() && { return std::move(plan_); }
  /// Per step of the new plan, the step of the old one that it is, or is a part of.
  const std::vector<int>& origin() const { return origin_; }

 private:
  const plan::Step& whole_step(int s) const { return nth(whole_.steps, s); }
  const plan::Value& whole_value(int v) const { return nth(whole_.values, v); }
  const tra::Node& node_of(const plan::Step& step) const { return *nth(whole_.nodes, step.node); }
  /// The new number of an old value.
  int& now(int v) { return nth(now_, v); }
  /// Of an old value; 0: it can be read.
  int& slices_to_come(int v) { return nth(slices_to_come_, v); }

  int add_value(plan::Value value) {
    plan_.values.push_back(std::move(value));
    return static_cast<int>(plan_.values.size()) - 1;
  }
  void add_step(plan::Step step, int origin) {
    plan_.steps.push_back(std::move(step));
    origin_.push_back(origin);
  }

  /// A step, or a group that comes when the last of its steps does.
  struct Unit {
    int step;
    const SlicedSteps* group;
  };

  /// Adds it if all that it reads is there.
  bool added(const Unit& unit);
  /// Whether the operands of a step are there, but for those that its own group makes, and the
  /// slices before it of a plan that had some already.
  bool can_be_added(int s, const SlicedSteps* group);

  void add_whole(int s);

  void add_slice(const SlicedSteps& group, int j);

  /// What a member makes for one slice.
  plan::Value part_of(int s, const SlicedSteps& group, int j,
                      const placement::BoxOfSite& boxes) const;

  /// Of a step, or a slice, of `whole`.
  void set_exchange(plan::Step& step, const plan::Step& whole);

  const plan::Plan& whole_;
  ValueUses uses_;  ///< of the old values
  AlikeSteps alike_;
  plan::Plan plan_;
  std::vector<int> now_;
  std::vector<int> slices_to_come_;
  std::vector<int> origin_;
};

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/slice_plan.hpp"
#endif
