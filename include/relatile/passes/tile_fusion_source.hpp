// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::pass {

/// A plan as fusions are looked for in it: who makes and reads each value, how much that is, and
/// which steps may be cut.
class TileFusionSource {
 public:
  /// `groups`: steps that are cut already. Must outlive this, and may grow meanwhile.
  TileFusionSource(const plan::Plan& plan, const SlicedGroups& groups)
      : plan_(plan), groups_(groups), uses_(plan) {}

  const plan::Plan& plan() const { return plan_; }
  int num_steps() const { return static_cast<int>(plan_.steps.size()); }
  const plan::Step& step(int s) const { return nth(plan_.steps, s); }
  const tra::Node& node(int s) const { return *nth(plan_.nodes, step(s).node); }
  const plan::Value& value(int v) const { return nth(plan_.values, v); }
  int rank_of(int v) const { return nth(plan_.nodes, value(v).node)->type.rank(); }
  int maker(int v) const { return nth(uses_.makers, v); }
  const std::vector<int>& readers(int v) const { return nth(uses_.steps, v); }
  bool kept(int v) const { return nth(uses_.kept, v) != 0; }
  const std::deque<SlicedSteps>& groups() const { return groups_.all(); }
  /// The group that has a step, or null.
  const SlicedSteps* group_of(int s) const { return s < 0 ? nullptr : groups_.of(s); }

  /// Kernels on elements that are executed at once so far.
  bool can_be_cut(int s) const;

  /// What a step that can be cut makes on a site.
  std::int64_t bytes_on(int s, std::size_t site) const {
    const Box box = step(s).iteration[site];
    return box.empty() ? 0 : node(s).type.bytes_in(node(s).output.image(box)).value;
  }
  std::int64_t largest_bytes(int s) const {
    return most_on_a_site([&](std::size_t site) { return bytes_on(s, site); });
  }

  /// The most that `amount` is of any site.
  template <class Amount>
  std::int64_t most_on_a_site(Amount&& amount) const {
    std::int64_t most = 0;
    for (std::size_t site = 0; site < static_cast<std::size_t>(plan_.num_sites); ++site) {
      most = std::max<std::int64_t>(most, amount(site));
    }
    return most;
  }

  /// Values of that many bytes on a site that only this plan's steps read, largest first.
  std::vector<int> largest_values(std::int64_t fewest_bytes) const;

 private:
  const plan::Plan& plan_;
  const SlicedGroups& groups_;
  ValueUses uses_;
};

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/tile_fusion_source.hpp"
#endif
