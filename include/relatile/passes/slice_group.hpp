// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::pass {

/// What may be executed in slices: a local step cut along one of its labels, or an exchange that
/// reduces cut along a dimension of what it reduces. Each site cuts its own share.
struct Cut {
  int step = 0;      ///< the last of the steps that are repeated for every slice
  int label = 0;     ///< a label of the step's node; of an exchange, a dimension of its value
  bool deep = true;  ///< operands that local steps make for this one alone are sliced too
  friend auto operator<=>(const Cut&, const Cut&) = default;
};

/// Which part of its share of the cut label every site has in every slice, counted from where that
/// share begins: per slice and site.
using SliceRanges = std::vector<std::shared_ptr<const std::vector<Range>>>;

/// The label or dimension that every slice has a part of, and these parts: per slice and site.
struct SlicedBoxes {
  int dim = 0;
  std::vector<placement::BoxOfSite> boxes;
  friend bool operator==(const SlicedBoxes&, const SlicedBoxes&) = default;
};

/// Steps that are executed together slice by slice: what a cut's step reads along the cut label is
/// made, or moved, for one slice at a time, if nobody else reads it and no result needs it.
///
/// Nothing is computed or moved twice: the parts of all slices are disjoint.
class SliceGroup {
 public:
  /// Nothing if the cut is impossible, or no step but its own would be repeated, or another
  /// group has one of the steps already.
  static std::optional<SliceGroup> of(const plan::Plan& plan, const ValueUses& uses, Cut cut,
                                      int count, const SlicedGroups& others) {
    return of(SliceGroup(plan, uses, cut, count, {}), others);
  }
  /// Not in even parts but in these.
  static std::optional<SliceGroup> of(const plan::Plan& plan, const ValueUses& uses, Cut cut,
                                      const SliceRanges& ranges, const SlicedGroups& others) {
    return of(SliceGroup(plan, uses, cut, static_cast<int>(ranges.size()), ranges), others);
  }

  /// The steps, by number, and what each makes: the boxes that a local step works on, or that an
  /// exchange brings.
  const std::map<int, SlicedBoxes>& members() const { return members_; }
  bool has(int step) const { return members_.contains(step); }
  const Cut& cut() const { return cut_; }

  /// For a plan to be sliced by. The cut's own step is the only one whose output is whole.
  SlicedSteps steps() const;

 private:
  SliceGroup(const plan::Plan& plan, const ValueUses& uses, Cut cut, int count, SliceRanges ranges)
      : plan_(plan), uses_(uses), cut_(cut), count_(count), ranges_(std::move(ranges)) {}

  static std::optional<SliceGroup> of(SliceGroup group, const SlicedGroups& others);

  const plan::Step& step(int s) const { return nth(plan_.steps, s); }
  const tra::Node& node(int s) const { return *nth(plan_.nodes, step(s).node); }
  const plan::Value& value(int v) const { return nth(plan_.values, v); }

  static bool is_sliceable(const plan::Step& step, const tra::Node& node);
  SlicedBoxes cut_boxes(const placement::BoxOfSite& boxes, int dim) const;

  /// The cut's own step.
  bool start();

  void need(int v, SlicedBoxes boxes) {
    const auto [known, isnew] = needs_.emplace(v, boxes);
    if (!isnew && !(known->second == boxes)) unlike_.insert(v);
  }
  /// What a local step reads along the label that it is cut by.
  void need_operands(int s);

  /// Takes a step into the group if its output is read by the group alone, part by part.
  void consider(int s);

  void consider_local(int s, const SlicedBoxes& needed);

  const plan::Plan& plan_;
  const ValueUses& uses_;
  Cut cut_;
  int count_;
  SliceRanges ranges_;  ///< none: even parts
  std::map<int, SlicedBoxes> members_;
  std::map<int, SlicedBoxes> needs_;  ///< per value
  std::set<int> unlike_;              ///< values that are read otherwise, too
};

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/slice_group.hpp"
#endif
