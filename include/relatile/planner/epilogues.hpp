// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/planner/slice_group.hpp"
#include "relatile/planner/slice_plan.hpp"

namespace relatile::planner {

/// When a product and what is done with its elements (a bias, an activation, sums over rows) are
/// executed panel by panel, so that the product is read while it is in cache, and never stored.
///
///   equation  f(A B)  ==  for each panel of rows: f(A[rows, :] B)
///   source    rules R1-4 and R1-7 of [tra21], which put the map into the join's kernel
struct EpilogueLimits {
  std::int64_t panel_bytes = std::int64_t(1)
                             << 22;  ///< of a product: what a share of a cache holds
  std::int64_t fewest_bytes = std::int64_t(1) << 24;  ///< less stays in cache as a whole
  std::int64_t fewest_rows = 256;                     ///< products of fewer are slower
  std::int64_t most_summed = 128;                     ///< where more is summed, memory is no limit
};

namespace detail {

/// How many panels of rows a product of so many bytes a site is best cut into; 1 if it is best
/// whole.
inline std::int64_t epilogue_panels(const plan::Plan& plan, const plan::Step& product, int label,
                                    const EpilogueLimits& limits) {
  const tra::Node& node = *plan.nodes[static_cast<std::size_t>(product.node)];
  std::int64_t bytes = 0;
  std::int64_t rows = 0;
  std::int64_t summed = 1;
  for (const Box& box : product.iteration) {
    if (box.empty()) continue;
    const std::int64_t own = node.type.bytes_in(node.output.image(box)).value;
    if (own <= bytes) continue;
    bytes = own;
    rows = box.high[label] - box.low[label];
    summed = 1;
    for (int l = 0; l < box.rank(); ++l) {
      if (node.aggregates(l)) summed *= box.high[l] - box.low[l];
    }
  }
  if (bytes < limits.fewest_bytes || summed > limits.most_summed) return 1;
  const std::int64_t parts = (bytes + limits.panel_bytes - 1) / limits.panel_bytes;
  return std::clamp<std::int64_t>(parts, 1, std::max<std::int64_t>(rows / limits.fewest_rows, 1));
}

}  // namespace detail

/// The plan with its products and the maps that alone read them in panels of rows, where the
/// product is larger than a cache and memory is what takes the time.
inline plan::Plan with_epilogues(plan::Plan plan, std::int64_t message_limit,
                                 const EpilogueLimits& limits = {}) {
  const ValueReaders readers(plan);
  SliceGroups groups(plan);
  for (std::size_t s = 1; s < plan.steps.size(); ++s) {
    const plan::Step& product = plan.steps[s - 1];
    const plan::Step& map = plan.steps[s];
    const tra::Node& made = *plan.nodes[static_cast<std::size_t>(product.node)];
    const tra::Node& node = *plan.nodes[static_cast<std::size_t>(map.node)];
    const auto v = static_cast<std::size_t>(product.output);
    if (product.kind != plan::StepKind::local || made.kind != tra::Kind::contract) continue;
    if (map.kind != plan::StepKind::local || node.kind != tra::Kind::map) continue;
    if (product.slice.count > 1 || plan.values[v].partial || readers.kept[v]) continue;
    if (readers.steps[v] != std::vector<int>{static_cast<int>(s)} || made.output.rank() == 0) {
      continue;
    }
    // Rows: the product's outermost dimension, by the map's own label for it.
    const auto x = static_cast<std::size_t>(
        std::find(map.inputs.begin(), map.inputs.end(), product.output) - map.inputs.begin());
    const int row = node.accesses[x].dims[0].label;
    if (row < 0 || node.aggregates(row)) continue;
    const std::int64_t count =
        detail::epilogue_panels(plan, product, made.output.dims[0].label, limits);
    if (count < 2) continue;
    const Cut cut{static_cast<int>(s), row, true};
    auto group = SliceGroup::of(plan, readers, cut, static_cast<int>(count), groups.taken());
    // Were an exchange among them, it would send a message a panel.
    if (!group || group->members().size() != 2 || !group->has(static_cast<int>(s) - 1)) continue;
    groups.add(*std::move(group));
  }
  if (groups.all().empty()) return plan;
  return SlicedPlan(plan, groups.all(), message_limit).plan();
}

}  // namespace relatile::planner
