// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/work_in_place.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "relatile/core/access.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/planner/space/search_space.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::planner {

RELATILE_INLINE bool may_be_repeated(const tra::Node& node) {
  if (!node.type.elements || node.inputs.empty()) return false;
  const auto bytes_of = [](const tra::RelationType& type) {
    return static_cast<double>(volume(type.extents)) * type.block.element.size;
  };
  double operands = 0;
  for (const auto& input : node.inputs) operands += bytes_of(input->type);
  return operands <= bytes_of(node.type);
}

RELATILE_INLINE std::vector<placement::Layout> repeated_in_groups(const tra::Node& node,
                                                                  int num_sites) {
  std::vector<placement::Layout> layouts;
  if (node.kind() != tra::Kind::map || num_sites > most_sites_in_groups) return layouts;
  if (node.reduction() != nullptr) return layouts;  // what is repeated would be added up twice
  for (int group = 2; group < num_sites; ++group) {
    if (num_sites % group != 0) continue;
    for (const auto& d :
         placement::vectors_of_product(node.labels, node.whole_label, num_sites / group)) {
      for (const placement::Layout& layout : placement::layouts_of(d)) {
        for (std::size_t at = 0; at <= layout.axes.size(); ++at) {
          std::vector<placement::MeshAxis> axes = layout.axes;
          for (auto& axis : axes) axis.stride = 0;
          axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(at), {group, -1, 0});
          layouts.push_back(placement::Layout(std::move(axes)));
        }
      }
    }
  }
  return layouts;
}

namespace detail {

/// Whether an index is read as the label counts it.
inline bool is_counted_alike(const AccessDim& read) {
  return read.offset == 0 && read.step == 1 && read.width == 1 && !read.cuts && !read.is_clipped();
}

/// The same layout with its axes in the order of their labels: by that those are told apart which
/// cut a label otherwise.
inline placement::Layout by_labels(placement::Layout layout) {
  std::stable_sort(layout.axes.begin(), layout.axes.end(),
                   [](const auto& a, const auto& b) { return a.label < b.label; });
  return layout;
}

/// The layout of a node's labels under which its operand is read just where it is stored, one part
/// a site; nothing if there is none.
RELATILE_INLINE std::optional<placement::Layout> layout_of_stored(const placement::Sharding& stored,
                                                                  const tra::Node& node,
                                                                  const Access& access) {
  if (stored.irregular || !stored.zeros.empty()) return std::nullopt;
  std::vector<placement::MeshAxis> axes;
  int parts = 1;
  for (std::size_t d = 0; d < stored.dims.size(); ++d) {
    const auto& dim = stored.dims[d];
    const AccessDim& read = access.dims[d];
    parts *= dim.parts();
    if (dim.axes.empty()) continue;
    if (read.label < 0 || dim.label_extent != node.labels[read.label]) return std::nullopt;
    if (!is_counted_alike(read)) return std::nullopt;
    if (nth(node.whole_label, read.label)) return std::nullopt;
    for (const auto& axis : dim.axes) axes.push_back({axis.size, read.label, axis.stride});
  }
  if (parts != stored.working) return std::nullopt;
  placement::Layout layout;
  layout.axes = std::move(axes);
  return layout;
}

/// Whether what a layout cuts is summed over, all of it.
RELATILE_INLINE bool cuts_sums_alone(const placement::Layout& layout, const tra::Node& node) {
  return std::all_of(layout.axes.begin(), layout.axes.end(),
                     [&](const auto& axis) { return node.aggregates(axis.label); });
}

}  // namespace detail

RELATILE_INLINE void follow_operand(NodeSpace& space, const tra::Node& node, int slot,
                                    const NodeSpace& operand, bool is_given) {
  const Extents& extents = nth(node.inputs, slot)->type.extents;
  const bool is_map = node.kind() == tra::Kind::map;
  for (std::size_t state = 0; state < operand.states.size(); ++state) {
    const placement::Sharding& stored = operand.states[state];
    if (!is_spread(stored, extents)) continue;
    const auto layout = detail::layout_of_stored(stored, node, nth(node.accesses, slot));
    if (!layout) continue;
    const bool follows =
        is_given || (is_map && operand.is_unusual(state)) || detail::cuts_sums_alone(*layout, node);
    if (!follows) continue;
    const placement::Layout wanted = detail::by_labels(*layout);
    const bool known =
        std::any_of(space.candidates.begin(), space.candidates.end(),
                    [&](const Candidate& c) { return detail::by_labels(c.layout) == wanted; });
    if (!known) add_candidates(space, node, *layout, stored.num_sites);
  }
}

}  // namespace relatile::planner
