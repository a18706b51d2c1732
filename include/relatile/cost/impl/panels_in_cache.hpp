// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/panels_in_cache.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/placement/placement.hpp"

namespace relatile::cost {

RELATILE_INLINE PanelsInCache::PanelsInCache(const plan::Plan& plan)
    : plan_(plan), is_panel_(plan.values.size(), 0) {
  std::vector<int> made(plan.nodes.size(), -1);  // per node, a value that kernels make of it
  std::vector<char> in_parts(plan.nodes.size(), 0);
  for (const plan::Step& step : plan.steps) {
    if (step.kind != plan::StepKind::local) continue;
    int& value = nth(made, step.node);
    if (value >= 0 && value != step.output) nth(in_parts, step.node) = 1;
    value = step.output;
  }
  for (const plan::Step& step : plan.steps) {
    if (step.kind != plan::StepKind::local || nth(in_parts, step.node) == 0) continue;
    const bool elements = nth(plan.nodes, step.node)->type.elements;
    nth(is_panel_, step.output) = elements && !nth(plan.values, step.output).partial ? 1 : 0;
  }
  for (const auto& [node, value] : plan.results) nth(is_panel_, value) = 0;
}

RELATILE_INLINE bool PanelsInCache::is_small_panel(int value, int site) const {
  if (nth(is_panel_, value) == 0) return false;
  const plan::Value& panel = nth(plan_.values, value);
  Bytes held;
  for (const Box& box : panel.placement.of(site)) {
    held += nth(plan_.nodes, panel.node)->type.bytes_in(box);
  }
  return held <= stays_in_cache;
}

RELATILE_INLINE Bytes PanelsInCache::bytes_of(const plan::Step& step, int site) const {
  const tra::Node& node = *nth(plan_.nodes, step.node);
  if (node.selects()) return {};  // reads what its indices say, not all of an operand
  const Box labels = step.iteration[static_cast<std::size_t>(site)];
  if (labels.empty()) return {};
  Bytes bytes;
  for (std::size_t x = 0; x < step.inputs.size() && x < node.inputs.size(); ++x) {
    const auto value = step.inputs.begin() + static_cast<std::ptrdiff_t>(x);
    if (std::find(step.inputs.begin(), value, *value) != value) continue;
    if (!is_small_panel(*value, site)) continue;
    bytes += bytes_through(node.accesses[x], node.inputs[x]->type, labels);
  }
  if (is_small_panel(step.output, site)) {
    bytes += bytes_through(node.output, node.type, labels);
  }
  return bytes;
}

}  // namespace relatile::cost
