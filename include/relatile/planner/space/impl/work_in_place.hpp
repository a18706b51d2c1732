// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/work_in_place.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/planner/space/layout_in_place.hpp"
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

/// The same layout with its axes in the order of their labels: by that those are told apart which
/// cut a label otherwise.
inline placement::Layout by_labels(placement::Layout layout) {
  const auto by_label = [](const auto& a, const auto& b) { return a.label < b.label; };
  std::stable_sort(layout.axes.begin(), layout.axes.end(), by_label);
  std::sort(layout.slices.begin(), layout.slices.end(), by_label);
  return layout;
}

/// Whether what a layout cuts is summed over, all of it.
RELATILE_INLINE bool cuts_sums_alone(const placement::Layout& layout, const tra::Node& node) {
  return std::all_of(layout.axes.begin(), layout.axes.end(),
                     [&](const auto& axis) { return node.aggregates(axis.label); });
}

/// The candidates of a layout, by number.
RELATILE_INLINE std::vector<int> candidates_of(const NodeSpace& space,
                                               const placement::Layout& layout) {
  const placement::Layout wanted = by_labels(layout);
  std::vector<int> found;
  for (int c = 0; c < static_cast<int>(space.candidates.size()); ++c) {
    if (by_labels(nth(space.candidates, c).layout) == wanted) found.push_back(c);
  }
  return found;
}

/// Adds those of a layout that the space lacks, which works where operand number `slot` is.
RELATILE_INLINE std::vector<int> add_in_place(NodeSpace& space, const tra::Node& node, int slot,
                                              const placement::Layout& layout, int num_sites) {
  std::vector<int> added;
  int next = static_cast<int>(space.candidates.size());
  add_candidates(space, node, layout, num_sites);
  for (; next < static_cast<int>(space.candidates.size()); ++next) {
    if (!layout.slices.empty()) nth(space.candidates, next).follows = slot;
    added.push_back(next);
  }
  return added;
}

/// Says of a state that it is that of work where data lies that is given.
inline void mark_at_home(NodeSpace& space, int state) {
  const auto at = std::lower_bound(space.at_home.begin(), space.at_home.end(), state);
  if (at == space.at_home.end() || *at != state) space.at_home.insert(at, state);
}

}  // namespace detail

RELATILE_INLINE void follow_operand(NodeSpace& space, const tra::Node& node, int slot,
                                    const NodeSpace& operand, bool is_given) {
  const Extents& extents = nth(node.inputs, slot)->type.extents;
  const bool is_map = node.kind() == tra::Kind::map;
  for (std::size_t state = 0; state < operand.states.size(); ++state) {
    const placement::Sharding& stored = operand.states[state];
    if (!is_spread(stored, extents)) continue;
    if (!is_given && middle_window(stored, node, slot) != slot) continue;
    const auto layout = layout_of_stored(stored, node, slot);
    if (!layout || !is_balanced(*layout, node.labels)) continue;
    const bool is_at_home = is_given || operand.is_at_home(state);
    const bool many_sites = stored.num_sites > placement::every_product_up_to;
    const bool is_unusual = many_sites && ((is_map && operand.is_unusual(state)) ||
                                           detail::cuts_sums_alone(*layout, node));
    const bool follows = is_given || (layout->slices.empty() ? is_unusual : is_at_home);
    std::vector<int> candidates = detail::candidates_of(space, *layout);
    if (follows && candidates.empty()) {
      candidates = detail::add_in_place(space, node, slot, *layout, stored.num_sites);
    }
    if (!is_at_home) continue;
    for (const int c : candidates) detail::mark_at_home(space, nth(space.candidates, c).stored);
  }
}

}  // namespace relatile::planner
