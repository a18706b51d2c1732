// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/reshape.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {
namespace detail {

/// Axes before and after a reshape that hold the same elements, but for those of extent 1.
struct AxisGroup {
  std::vector<int> before;
  std::vector<int> after;
};

inline std::vector<int> axes_that_run(const Extents& shape) {
  std::vector<int> axes;
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d] != 1) axes.push_back(d);
  }
  return axes;
}

/// The groups of two shapes of as many elements, more than none.
inline std::vector<AxisGroup> axis_groups(const Extents& from, const Extents& to) {
  const std::vector<int> before = axes_that_run(from);
  const std::vector<int> after = axes_that_run(to);
  std::vector<AxisGroup> groups;
  for (std::size_t a = 0, b = 0; a < before.size();) {
    AxisGroup group{{before[a]}, {after[b]}};
    std::int64_t count_a = from[before[a++]];
    std::int64_t count_b = to[after[b++]];
    while (count_a != count_b) {
      if (count_a < count_b) {
        count_a *= from[before[a]];
        group.before.push_back(before[a++]);
      } else {
        count_b *= to[after[b]];
        group.after.push_back(after[b++]);
      }
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

/// How many steps fit the first axes of a group.
inline std::int64_t steps_of(const AxisGroup& group, const Extents& from, const Extents& to) {
  return std::gcd(from[group.before[0]], to[group.after[0]]);
}

/// All of an axis that no label runs along.
inline AccessDim whole_axis(std::int64_t extent) { return {-1, 0, 1, extent, nullptr}; }

/// The same elements where only axes of extent 1 come or go.
inline NodePtr with_unit_axes(const NodePtr& x, const Extents& shape) {
  const std::vector<int> axes = axes_that_run(shape);
  Access access;
  std::size_t next = 0;
  for (const std::int64_t extent : x->type.extents) {
    access.dims.push_back({extent == 1 ? -1 : axes[next++], 0, 1, 1, nullptr});
  }
  return make_view("reshape", x, std::move(access), shape);
}

/// Where the steps do not fit both axes of a group, its axes made one.
inline Extents flattened(const std::vector<AxisGroup>& groups, const Extents& from,
                         const Extents& to) {
  Extents shape;
  for (const AxisGroup& group : groups) {
    const auto fewest = std::min(from[group.before[0]], to[group.after[0]]);
    if (steps_of(group, from, to) == fewest) {
      for (const int d : group.before) shape.push_back(from[d]);
    } else {
      std::int64_t count = 1;
      for (const int d : group.before) count *= from[d];
      shape.push_back(count);
    }
  }
  return shape;
}

inline NodePtr make_reshape_of_groups(const NodePtr& x, const Extents& shape,
                                      const std::vector<AxisGroup>& groups) {
  auto node = std::make_shared<Node>();
  set_op(*node, Reshape{});
  node->name = "reshape";
  node->inputs = {x};
  node->type = array_type(x->type.block.element, shape);
  Access from;
  for (const std::int64_t extent : x->type.extents) from.dims.push_back(whole_axis(extent));
  for (const std::int64_t extent : shape) node->output.dims.push_back(whole_axis(extent));
  for (const AxisGroup& group : groups) {
    const int label = node->labels.rank();
    const std::int64_t steps = steps_of(group, x->type.extents, shape);
    const std::int64_t before = x->type.extents[group.before[0]] / steps;
    const std::int64_t after = shape[group.after[0]] / steps;
    nth(from.dims, group.before[0]) = {label, 0, before, before, nullptr};
    nth(node->output.dims, group.after[0]) = {label, 0, after, after, nullptr};
    node->labels.push_back(steps);
  }
  node->label_names = default_label_names(node->labels.rank());
  node->accesses = {std::move(from)};
  return node;
}

}  // namespace detail

RELATILE_INLINE NodePtr make_reshape(const NodePtr& x, const Extents& shape) {
  const Extents& from = x->type.extents;
  if (volume(from) != volume(shape)) {
    throw ShapeMismatch("relatile: reshape: an array of shape " + to_string(from) + " has " +
                        std::to_string(volume(from)) + " elements, and one of shape " +
                        to_string(shape) + " has " + std::to_string(volume(shape)));
  }
  if (volume(shape) == 0) {  // one label of no value is enough to say that there is nothing
    auto node = std::make_shared<Node>();
    set_op(*node, Reshape{});
    node->name = "reshape";
    node->inputs = {x};
    node->type = array_type(x->type.block.element, shape);
    node->labels = {0};
    node->label_names = default_label_names(1);
    node->accesses.emplace_back();
    for (const std::int64_t extent : from) {
      nth(node->accesses, 0).dims.push_back({0, 0, extent, extent, nullptr});
    }
    for (const std::int64_t extent : shape) {
      node->output.dims.push_back({0, 0, extent, extent, nullptr});
    }
    return node;
  }
  const std::vector<detail::AxisGroup> groups = detail::axis_groups(from, shape);
  const auto is_kept = [](const detail::AxisGroup& group) {
    return group.before.size() == 1 && group.after.size() == 1;
  };
  if (std::all_of(groups.begin(), groups.end(), is_kept)) return detail::with_unit_axes(x, shape);
  const Extents between = detail::flattened(groups, from, shape);
  const std::vector<detail::AxisGroup> first = detail::axis_groups(from, between);
  if (std::all_of(first.begin(), first.end(), is_kept)) {
    return detail::make_reshape_of_groups(x, shape, groups);
  }
  const NodePtr flat = detail::make_reshape_of_groups(x, between, first);
  return detail::make_reshape_of_groups(flat, shape, detail::axis_groups(between, shape));
}

}  // namespace relatile::tra
