// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/layout_in_place.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/planner/space/thinning.hpp"

namespace relatile::planner {

namespace detail {

/// The cut of a label by which an operand is read where it is stored.
inline std::optional<placement::LabelSlice> cut_as_stored(const placement::ShardingDim& dim,
                                                          std::int64_t extent,
                                                          const tra::Node& node,
                                                          const AccessDim& read) {
  auto cut = dim.cut(extent);
  const bool one_by_one = read.label >= 0 && read.step == 1 && read.width == 1 && !read.cuts &&
                          !read.is_clipped() && !nth(node.whole_label, read.label);
  if (!cut || !one_by_one) return std::nullopt;
  cut->label = read.label;
  cut->before += read.offset;
  return cut;
}

/// Whether a label may be cut as a slice of a longer one: what goes by cuts of its own may not.
inline bool may_be_sliced(const tra::Node& node, int label) {
  const auto by_cuts = [&](const Access& access) {
    return std::any_of(access.dims.begin(), access.dims.end(), [&](const AccessDim& dim) {
      return dim.label == label && dim.cuts != nullptr;
    });
  };
  return !by_cuts(node.output) && std::none_of(node.accesses.begin(), node.accesses.end(), by_cuts);
}

/// Adds how a label is cut; false if it can't be, or another dimension cuts it already.
inline bool add_cut(placement::Layout& layout, const placement::LabelSlice& cut,
                    const tra::Node& node) {
  if (layout.parts(cut.label) > 1) return false;
  if (cut.whole == node.labels[cut.label]) return true;
  layout.slices.push_back(cut);
  return may_be_sliced(node, cut.label);
}

/// Whether two operands are the same value, read alike but for where that begins.
inline bool are_windows(const tra::Node& node, int slot, int other) {
  const auto& one = nth(node.accesses, slot).dims;
  const auto& dims = nth(node.accesses, other).dims;
  return nth(node.inputs, slot) == nth(node.inputs, other) &&
         std::equal(one.begin(), one.end(), dims.begin(), dims.end(),
                    [](AccessDim a, const AccessDim& b) {
                      a.offset = b.offset;
                      return a == b;
                    });
}

}  // namespace detail

RELATILE_INLINE std::optional<placement::Layout> layout_of_stored(const placement::Sharding& stored,
                                                                  const tra::Node& node, int slot) {
  if (stored.irregular || !stored.zeros.empty()) return std::nullopt;
  const Extents& extents = nth(node.inputs, slot)->type.extents;
  const Access& access = nth(node.accesses, slot);
  placement::Layout layout;
  int parts = 1;
  for (std::size_t d = 0; d < stored.dims.size(); ++d) {
    const auto& dim = stored.dims[d];
    parts *= dim.parts();
    if (dim.axes.empty()) continue;
    const auto cut = detail::cut_as_stored(dim, extents[static_cast<int>(d)], node, access.dims[d]);
    if (!cut || !detail::add_cut(layout, *cut, node)) return std::nullopt;
    for (const auto& axis : dim.axes) layout.axes.push_back({axis.size, cut->label, axis.stride});
  }
  if (parts != stored.working) return std::nullopt;
  return layout;
}

RELATILE_INLINE bool is_balanced(const placement::Layout& layout, const Extents& labels) {
  double longest = 1;
  for (int l = 0; l < labels.rank(); ++l) {
    longest *= static_cast<double>(layout.longest_part(l, labels[l]));
  }
  const auto parts = placement::cut_by(layout, labels.rank());
  return longest <= balance_slack * placement::largest_share(parts, labels);
}

RELATILE_INLINE int middle_window(const placement::Sharding& stored, const tra::Node& node,
                                  int slot) {
  std::vector<int> windows;
  for (int other = 0; other < static_cast<int>(node.inputs.size()); ++other) {
    if (detail::are_windows(node, slot, other)) windows.push_back(other);
  }
  std::vector<std::int64_t> distances(windows.size(), 0);
  for (std::size_t d = 0; d < stored.dims.size(); ++d) {
    if (stored.dims[d].axes.empty()) continue;
    const auto offset = [&](int window) { return nth(node.accesses, window).dims[d].offset; };
    const auto [least, most] = std::minmax_element(
        windows.begin(), windows.end(), [&](int a, int b) { return offset(a) < offset(b); });
    const std::int64_t ends = offset(*least) + offset(*most);
    for (std::size_t w = 0; w < windows.size(); ++w) {
      distances[w] += std::abs(2 * offset(windows[w]) - ends);
    }
  }
  const auto nearest = std::min_element(distances.begin(), distances.end());
  return windows[static_cast<std::size_t>(nearest - distances.begin())];
}

}  // namespace relatile::planner
