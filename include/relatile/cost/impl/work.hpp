// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/work.hpp"

#include <algorithm>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/flops.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::cost {

RELATILE_INLINE std::vector<Flops> flops_of_sites(const tra::Node& node,
                                                  const placement::BoxOfSite& iteration,
                                                  int num_sites) {
  std::vector<Flops> flops;
  for (const Box& box : iteration) flops.push_back(tra::flops_on(node, box));
  flops.resize(static_cast<std::size_t>(num_sites));
  return flops;
}

RELATILE_INLINE Bytes bytes_through(const Access& access, const tra::RelationType& type,
                                    const Box& labels) {
  const Box image = access.image(labels);
  if (!type.elements) return type.bytes_in(image);
  std::int64_t elements = image.empty() ? 0 : 1;
  for (int d = 0; d < access.rank() && elements > 0; ++d) {
    const AccessDim& dim = nth(access.dims, d);
    const std::int64_t extent = image.high[d] - image.low[d];
    const bool plain = dim.label >= 0 && !dim.cuts;
    const std::int64_t values = plain ? labels.high[dim.label] - labels.low[dim.label] : extent;
    elements *= plain ? std::min(extent, values * dim.width) : extent;
  }
  return {elements * std::int64_t(type.block.element.size)};
}

namespace detail {

/// The most bytes that a selection reads of its data: one element for every place of the labels
/// that its indices do not name.
inline Bytes most_selected(const tra::Node& node, const Box& box) {
  Extents places = box.extents();
  for (const AccessDim& named : node.program()->stages.back().coordinates->dims) {
    if (named.label >= 0) places[named.label] = 1;
  }
  return {volume(places) * std::int64_t(node.type.block.element.size)};
}

}  // namespace detail

RELATILE_INLINE Bytes bytes_on(const tra::Node& node, const Box& box) {
  if (box.empty()) return {};
  Bytes total = bytes_through(node.output, node.type, box);
  for (std::size_t x = 0; x < node.inputs.size(); ++x) {
    const auto same = [&](std::size_t y) {
      return node.inputs[y] == node.inputs[x] &&
             node.accesses[y].image(box) == node.accesses[x].image(box);
    };
    std::size_t first = 0;
    while (first < x && !same(first)) ++first;
    if (first != x) continue;
    Bytes read = bytes_through(node.accesses[x], node.inputs[x]->type, box);
    const bool selected =
        node.selects() && static_cast<int>(x) == node.program()->stages.back().operands.back();
    if (selected) read = std::min(read, detail::most_selected(node, box));
    total += read;
  }
  return total;
}

RELATILE_INLINE std::int64_t gathered_on(const tra::Node& node, const Box& box) {
  if (node.kind() != tra::Kind::map || node.reduction() || node.output.dims.empty()) return 0;
  const int inner = node.output.dims.back().label;
  if (inner < 0 || box.empty()) return 0;
  std::int64_t elements = 0;
  for (std::size_t x = 0; x < node.inputs.size(); ++x) {
    const Access& access = node.accesses[x];
    if (access.dims.empty() || !access.has_label(inner)) continue;
    if (access.dims.back().label == inner) continue;
    const auto size = std::int64_t(node.inputs[x]->type.block.element.size);
    elements += bytes_through(access, node.inputs[x]->type, box).value / size;
  }
  return elements;
}

}  // namespace relatile::cost
