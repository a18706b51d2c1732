// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/passes/repeat_steps.hpp"
#include "relatile/passes/slice_group.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::planner {

/// A plan, and what it takes of the fullest site's memory.
struct MeasuredPlan {
  plan::Plan plan;
  schedule::PlanPeak peak;
  std::vector<int> origin;  ///< per step, the step of the plan before it was sliced
};

/// By which means a plan is made smaller, beside the order of its steps.
enum class Means : std::uint8_t {
  slices,   ///< operands arrive, and results are made, a part at a time
  repeats,  ///< what is read long after it was made is forgotten and computed again, if anything
            ///< is to be gained by that, then slices
};

/// Makes a plan take less and less memory: by the order of its steps, perhaps by computing again
/// what is there when most is needed, then by slicing that. The path does not depend on how far
/// anybody wants to go, so what a plan can be shrunk to is a fact about the plan.
class PlanShrinker {
 public:
  /// No cut into more slices than this.
  static constexpr int most_slices = 64;
  /// At most this many ways to go on are tried at every point, those that promise most.
  static constexpr std::size_t most_tries = 12;
  /// What takes less than this share of the memory is not computed again.
  static constexpr std::int64_t least_share = 256;
  /// Plans are not sliced into more steps than this.
  static constexpr std::size_t most_steps = 4096;

  PlanShrinker(plan::Plan plan, const Objective& objective, std::int64_t message_limit);

  /// The same, if it was not shrunk yet, by these means; by slices if nothing is said.
  PlanShrinker by(Means means) const {
    PlanShrinker other = *this;
    other.means_ = means;
    return other;
  }

  const MeasuredPlan& now() const { return now_; }
  MeasuredPlan take() && { return std::move(now_); }

  /// Goes on to a smaller plan; false, and nothing changes, if none was found.
  bool shrink();

 private:
  /// What is compared: the peak, then the steps that need most, the neediest first, so that of two
  /// equally needy ones either can be made smaller before the other.
  using Size = std::pair<std::int64_t, std::vector<std::int64_t>>;
  static Size size_of(const schedule::PlanPeak& peak);

  bool reorder();

  // ---- Repeating --------------------------------------------------------------------------------

  /// Ways to forget what is there when most is needed, those first that compute least for a byte.
  std::vector<pass::Repeat> repeats() const;

  bool repeat();

  // ---- Slicing ----------------------------------------------------------------------------------

  void begin_slicing();

  void add_cuts(int s);
  void add_cut(const pass::SliceGroup& group);

  struct PossibleCut {
    pass::Cut cut;
    std::int64_t longest;      ///< part of the label on a site, rounded up to an even number
    std::vector<int> members;  ///< steps of the whole plan
  };
  using Cuts = std::vector<std::pair<pass::Cut, int>>;

  /// The plan under these cuts; nothing if one of them is impossible beside the others.
  std::optional<MeasuredPlan> sliced(const Cuts& cuts) const;

  /// Per step of the whole plan, the bytes it has alive when the fullest site needs most.
  std::vector<std::int64_t> bytes_when_fullest() const;

  /// Those of the cuts that can be made beside the ones before them.
  Cuts beside_each_other(const Cuts& cuts) const;

  /// A way to go on: all cuts as they would be, and how much of what is there they touch.
  struct Try {
    std::int64_t bytes = 0;
    std::size_t changed = 0;  ///< the cut that is new, or finer
    std::int64_t longest = 0;
    Cuts cuts;
  };

  std::vector<Try> tries() const;
  /// Ways out where none of those makes the plan smaller: a new cut instead of those that can't be
  /// made beside it. A product that was cut along its rows is cut along the common dimension: where
  /// sites share memory, halves of the rows of one operand may be read where they lie, which is
  /// best at first, and leaves the other operand whole.
  std::vector<Try> instead(std::vector<Try> ways) const;

  /// The coarsest cut of a try that makes the plan smaller.
  std::optional<MeasuredPlan> coarsest(Try& next) const;

  /// The smallest plan that some of these ways lead to.
  bool slice(std::vector<Try> ways);

  const Objective& objective_;
  std::int64_t message_limit_;
  Means means_ = Means::slices;
  MeasuredPlan now_;
  bool ordered_ = false;
  plan::Plan ordered_plan_;  ///< in its best order, without repeated steps
  plan::Plan whole_;         ///< with them, not sliced
  std::optional<pass::ValueUses> uses_;
  std::vector<PossibleCut> possible_;
  Cuts cuts_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/plan_shrinker.hpp"
#endif
