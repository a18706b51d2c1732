// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/panels_in_cache.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/placement/placement.hpp"

namespace relatile::cost {

namespace detail {

/// Whether all sites together hold less than the array, and this one no more than stays in cache.
inline bool is_panel(const plan::Plan& plan, int value, int site) {
  const plan::Value& held = nth(plan.values, value);
  const tra::RelationType& type = nth(plan.nodes, held.node)->type;
  if (!type.elements || held.partial) return false;
  std::int64_t elements = 0;
  std::int64_t here = 0;
  for (int s = 0; s < plan.num_sites; ++s) {
    for (const Box& box : held.placement.of(s)) {
      elements += box.count();
      if (s == site) here += type.bytes_in(box).value;
    }
  }
  return elements < volume(type.extents) && here <= stays_in_cache.value;
}

}  // namespace detail

RELATILE_INLINE Bytes bytes_in_cache(const plan::Plan& plan, const plan::Step& step, int site) {
  const tra::Node& node = *nth(plan.nodes, step.node);
  const Box& labels = step.iteration[static_cast<std::size_t>(site)];
  if (labels.empty() || plan.num_sites > placement::most_sites_written_out) return {};
  Bytes bytes;
  std::vector<int> counted;
  for (std::size_t x = 0; x < step.inputs.size() && x < node.inputs.size(); ++x) {
    const int value = step.inputs[x];
    if (std::find(counted.begin(), counted.end(), value) != counted.end()) continue;
    counted.push_back(value);
    if (!detail::is_panel(plan, value, site)) continue;
    bytes += bytes_through(node.accesses[x], node.inputs[x]->type, labels);
  }
  if (detail::is_panel(plan, step.output, site)) {
    bytes += bytes_through(node.output, node.type, labels);
  }
  return bytes;
}

}  // namespace relatile::cost
