// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/reduce_panels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/passes/slice_plan.hpp"
#include "relatile/passes/step_order.hpp"
#include "relatile/schedule/in_place.hpp"

namespace relatile::pass::detail {

RELATILE_INLINE std::optional<SummedProduct> SummedProduct::added_up_by(const plan::Plan& plan,
                                                                        const ValueUses& uses,
                                                                        int s) {
  const plan::Step& exchange = nth(plan.steps, s);
  if (exchange.kind != plan::StepKind::exchange || !exchange.exchange.reduces) return std::nullopt;
  if (!nth(plan.nodes, exchange.node)->type.elements) return std::nullopt;
  const int contributions = exchange.inputs[0];
  if (nth(uses.kept, contributions) || nth(uses.steps, contributions).size() != 1) {
    return std::nullopt;
  }
  const plan::Step& product = nth(plan.steps, nth(uses.makers, contributions));
  if (product.kind != plan::StepKind::local || product.slice.count > 1) return std::nullopt;
  if (nth(plan.nodes, product.node)->kind() != tra::Kind::contract) return std::nullopt;
  return SummedProduct(plan, s);
}

RELATILE_INLINE Box SummedProduct::held_by(int site) const {
  const placement::SiteBoxes held = nth(plan_.values, exchange().inputs[0]).placement.of(site);
  return held.size() == 1 ? held.front() : Box::nothing(type().rank());
}

RELATILE_INLINE bool SummedProduct::brings_all(int dim) const {
  for (const int site : plan_.sites_to_look_at()) {
    const Box own = held_by(site);
    for (const plan::Transfer& transfer : exchange().exchange.transfers.into(site)) {
      const Box held = held_by(transfer.from);
      const Range range{transfer.region.low[dim], transfer.region.high[dim]};
      if (!(range == Range{held.low[dim], held.high[dim]})) return false;
      if (!own.empty() && !(range == Range{own.low[dim], own.high[dim]})) return false;
    }
  }
  return true;
}

RELATILE_INLINE int SummedProduct::dim() const {
  const Extents& extents = type().extents;
  int longest = -1;
  for (int d = 0; d < type().rank(); ++d) {
    const bool longer = longest < 0 || extents[d] > extents[longest];
    if (longer && brings_all(d)) longest = d;
  }
  return longest;
}

RELATILE_INLINE SummedProduct::Arriving SummedProduct::arriving() const {
  Arriving arriving;
  for (const int site : plan_.sites_to_look_at()) {
    std::int64_t by_messages = 0;
    for (const plan::Transfer& transfer : exchange().exchange.transfers.into(site)) {
      const std::int64_t bytes = type().bytes_in(transfer.region).value;
      if (schedule::is_in_place(plan_, exchange(), transfer)) {
        arriving.least_in_place = std::min(arriving.least_in_place, bytes);
      } else {
        by_messages += bytes;
      }
    }
    arriving.by_messages = std::max(arriving.by_messages, by_messages);
  }
  return arriving;
}

RELATILE_INLINE int SummedProduct::panels_along(int dim, std::int64_t panel_bytes) const {
  constexpr std::int64_t thinnest = 192;  // columns: of fewer, products get slower
  std::int64_t shortest = type().extents[dim];
  for (const int site : plan_.sites_to_look_at()) {
    const Box held = held_by(site);
    if (!held.empty()) shortest = std::min(shortest, held.high[dim] - held.low[dim]);
  }
  std::int64_t most = shortest / thinnest;
  if (most < 2) return 1;
  const Arriving sent = arriving();
  if (!plan_.hosts.empty()) {
    // Parts differ by an element of the dimension.
    const std::int64_t least = plan_.hosts.in_place_bytes + sent.least_in_place / shortest;
    most = std::min(most, sent.least_in_place / std::max<std::int64_t>(least, 1));
  }
  most = std::max<std::int64_t>(most, 1);  // one, if parts of what is in place would be sent
  return static_cast<int>(std::clamp<std::int64_t>(sent.by_messages / panel_bytes, 1, most));
}

RELATILE_INLINE plan::Plan exchanges_later(const plan::Plan& sliced) {
  std::vector<int> order;
  int last = -1;  // panel's exchange, which waits for the next product
  for (int s = 0; s < static_cast<int>(sliced.steps.size()); ++s) {
    const plan::Step& step = nth(sliced.steps, s);
    if (step.kind != plan::StepKind::exchange || step.slice.count == 1) {
      order.push_back(s);
      continue;
    }
    if (last >= 0) order.push_back(last);
    last = s;
    if (step.slice.index + 1 < step.slice.count) continue;
    order.push_back(last);
    last = -1;
  }
  plan::Plan plan = reordered(sliced, order);
  for (plan::Step& step : plan.steps) {
    if (step.kind == plan::StepKind::exchange && step.slice.count > 1) step.early = true;
  }
  return plan;
}

}  // namespace relatile::pass::detail

namespace relatile::pass {

RELATILE_INLINE std::optional<plan::Plan> with_reduce_panels(const plan::Plan& plan,
                                                             std::int64_t panel_bytes,
                                                             std::int64_t message_limit) {
  const ValueUses uses(plan);
  SlicedGroups groups(plan);
  for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
    const auto product = detail::SummedProduct::added_up_by(plan, uses, s);
    if (!product || !product->moves_two(panel_bytes)) continue;
    const int dim = product->dim();
    const int panels = dim < 0 ? 1 : product->panels_along(dim, panel_bytes);
    if (panels < 2) continue;
    const auto group = SliceGroup::of(plan, uses, Cut{s, dim, false}, panels, groups);
    if (group) groups.add(group->steps());
  }
  if (groups.all().empty()) return std::nullopt;
  return detail::exchanges_later(SlicedPlan(plan, groups, message_limit).plan());
}

}  // namespace relatile::pass
