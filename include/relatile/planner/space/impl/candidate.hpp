// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/candidate.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/core/units.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/tra/flops.hpp"

namespace relatile::planner {

RELATILE_INLINE std::string placement_text(const placement::Layout& layout, const Access& access,
                                           const std::vector<std::string>& label_names) {
  std::string split;
  int replicas = 1;
  for (const auto& axis : layout.axes) {
    if (axis.size == 1) continue;
    if (axis.label >= 0 && access.has_label(axis.label)) {
      split += (split.empty() ? "" : ",") + layout.text(axis, label_names);
    } else {
      replicas *= axis.size;
    }
  }
  if (split.empty()) return replicas > 1 ? "all" : "one site";
  return "split(" + split + ")" + (replicas > 1 ? " x" + std::to_string(replicas) : "");
}

RELATILE_INLINE placement::Sharding sharding_under(const placement::Layout& layout,
                                                   const tra::Node& node, const Access& access,
                                                   int num_sites) {
  return placement::sharding_of(layout, node.labels, access, num_sites,
                                placement_text(layout, access, node.label_names));
}

RELATILE_INLINE placement::Sharding whole_sharding(const Extents& extents, int num_sites,
                                                   int working) {
  placement::Sharding sharding;
  sharding.num_sites = num_sites;
  sharding.working = working;
  sharding.text = working > 1 ? "all" : "one site";
  for (int d = 0; d < extents.rank(); ++d) {
    sharding.dims.push_back({{}, extents[d], {d, 0, 1, 1, nullptr}});
  }
  return sharding;
}

RELATILE_INLINE int index_in(std::vector<placement::Sharding>& known,
                             placement::Sharding sharding) {
  const auto same = std::find(known.begin(), known.end(), sharding);
  if (same != known.end()) return static_cast<int>(same - known.begin());
  const bool writes = !sharding.ranges && sharding.num_sites <= most_sites_written_down;
  if (writes) sharding.write_down_ranges();
  known.push_back(std::move(sharding));
  return static_cast<int>(known.size()) - 1;
}

RELATILE_INLINE std::int64_t smallest_part(const placement::Sharding& sharding) {
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  for (const auto& dim : sharding.dims)
    smallest = std::min(smallest, dim.label_extent / dim.parts());
  return smallest;
}

RELATILE_INLINE std::optional<placement::Sharding> scattered_widely(
    const tra::Node& node, const placement::Sharding& partial,
    const std::vector<placement::SiteAxis>& aggregated) {
  placement::Sharding target = partial;
  std::size_t d = 0;
  for (auto rest : aggregated) {
    for (; rest.size > 1; ++d) {
      if (d == target.dims.size()) return std::nullopt;
      const AccessDim& access = node.output.dims[d];
      if (access.label < 0 || access.cuts) continue;
      auto& dim = target.dims[d];
      const std::int64_t room = std::max<std::int64_t>(dim.label_extent / dim.parts(), 1);
      int parts = static_cast<int>(std::min<std::int64_t>(room, rest.size));
      while (parts > 1 && rest.size % parts != 0) --parts;
      rest.size /= parts;
      placement::append_axis(dim.axes, {parts, rest.stride * rest.size});
      if (rest.size == 1) break;  // there may be room for another axis
    }
  }
  std::string names;
  for (d = 0; d < target.dims.size(); ++d) {
    if (target.dims[d].axes == partial.dims[d].axes) continue;
    const auto label = static_cast<std::size_t>(node.output.dims[d].label);
    names += (names.empty() ? "" : ",") + node.label_names[label];
  }
  target.text += " scattered(" + names + ")";
  return target;
}

RELATILE_INLINE std::vector<placement::Sharding> reduction_targets(
    const tra::Node& node, const placement::Layout& layout, const placement::Sharding& partial) {
  std::vector<placement::SiteAxis> aggregated;
  for (const auto& axis : layout.axes) {
    if (axis.size > 1 && axis.label >= 0 && node.aggregates(axis.label)) {
      aggregated.push_back({axis.size, axis.stride});
    }
  }
  std::vector<placement::Sharding> targets;
  for (std::size_t d = 0; d < partial.dims.size(); ++d) {
    const AccessDim& access = node.output.dims[d];
    if (access.label < 0 || access.cuts) continue;
    placement::Sharding target = partial;
    for (const auto& axis : aggregated) placement::append_axis(target.dims[d].axes, axis);
    const bool fits = target.dims[d].parts() <= target.dims[d].label_extent;
    if (partial.num_sites > placement::every_product_up_to && !fits) continue;
    target.text += " scattered(" + nth(node.label_names, access.label) + ")";
    targets.push_back(std::move(target));
  }
  if (partial.num_sites > placement::every_product_up_to && targets.empty()) {
    if (auto widely = scattered_widely(node, partial, aggregated)) {
      targets.push_back(*std::move(widely));
    }
  }
  if (partial.num_sites > placement::every_product_up_to && !targets.empty()) {
    sort_stably(targets,
                [&](const auto& a, const auto& b) { return smallest_part(a) > smallest_part(b); });
    if (targets.size() > 2) targets.resize(2);
    return targets;
  }
  placement::Sharding first = partial;
  first.zeros.insert(first.zeros.end(), aggregated.begin(), aggregated.end());
  first.text = first.text == "all" ? "one site" : first.text + " first copies";
  targets.push_back(std::move(first));
  return targets;
}

RELATILE_INLINE std::int64_t busiest_flops(const tra::Node& node, const placement::Layout& layout) {
  if (node.kind() == tra::Kind::map || node.kind() == tra::Kind::contract) {
    double share = static_cast<double>(node.flops_per_element().value);
    for (int l = 0; l < node.labels.rank(); ++l) {
      share *= static_cast<double>(layout.longest_part(l, node.labels[l]));
    }
    return static_cast<std::int64_t>(std::min(share, 9e18));
  }
  Flops most;
  for (int site = 0; site < layout.num_working(); ++site) {
    most = std::max(most, tra::flops_on(node, layout.box(site, node.labels)));
  }
  return most.value;
}

RELATILE_INLINE int busiest_site(const tra::Node& node, const placement::Layout& layout) {
  if (layout.slices.empty()) return 0;
  int busiest = 0;
  std::int64_t most = 0;
  for (int site = 0; site < layout.num_working(); ++site) {
    const std::int64_t count = layout.box(site, node.labels).count();
    if (count > most) busiest = site;
    most = std::max(most, count);
  }
  return busiest;
}

RELATILE_INLINE void add_candidates(NodeSpace& space, const tra::Node& node,
                                    const placement::Layout& layout, int num_sites) {
  Candidate base;
  base.layout = layout;
  base.busiest_flops = busiest_flops(node, layout);
  const int busiest = busiest_site(node, layout);
  space.needs.resize(node.inputs.size());
  for (std::size_t x = 0; x < node.inputs.size(); ++x) {
    placement::Sharding need = sharding_under(layout, node, node.accesses[x], num_sites);
    base.busiest_bytes += cost::TransferCosts(node.inputs[x]->type).bytes(need.box(busiest));
    base.needs.push_back(index_in(space.needs[x], std::move(need)));
  }
  base.produced = sharding_under(layout, node, node.output, num_sites);
  for (const auto& axis : layout.axes) {
    if (axis.size > 1 && axis.label >= 0 && node.aggregates(axis.label)) base.partial = true;
  }
  if (Box::whole(node.labels).empty() && !Box::whole(node.type.extents).empty()) {
    // Sums over nothing: no site has a contribution, the first one holds the identity.
    base.partial = false;
    base.produced = whole_sharding(node.type.extents, num_sites, 1);
  }
  const cost::TransferCosts transfer_costs(node.type);
  base.busiest_bytes += transfer_costs.bytes(base.produced.box(busiest));
  if (!base.partial) {
    base.stored = index_in(space.states, base.produced);
    space.candidates.push_back(std::move(base));
    return;
  }
  for (auto& target : reduction_targets(node, layout, base.produced)) {
    Candidate candidate = base;
    candidate.reduction = transfer_costs.reduce(base.produced, target);
    candidate.stored = index_in(space.states, std::move(target));
    space.candidates.push_back(std::move(candidate));
  }
}

}  // namespace relatile::planner
