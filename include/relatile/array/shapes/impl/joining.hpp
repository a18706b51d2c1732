// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/joining.hpp"

#include <algorithm>
#include <utility>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/tra/assemble.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

inline void require_arrays(const std::string& name, const std::vector<tra::NodePtr>& parts) {
  if (parts.empty()) throw ShapeMismatch("relatile: " + name + ": of no arrays");
}

RELATILE_INLINE tra::NodePtr concatenate_node(const std::string& name,
                                              const std::vector<tra::NodePtr>& parts, int axis) {
  require_arrays(name, parts);
  Extents shape = parts[0]->type.extents;
  const int at = normal_axis(name, axis, shape.rank());
  std::int64_t length = 0;
  std::vector<tra::AssembledPart> placed;
  for (const auto& part : parts) {
    Extents extents = part->type.extents;
    Extents begin = Extents::filled(shape.rank(), 0);
    begin[at] = length;
    length += std::exchange(extents[at], shape[at]);
    if (!(extents == shape)) {
      throw ShapeMismatch("relatile: " + name + ": arrays of shapes " +
                          to_string(parts[0]->type.extents) + " and " +
                          to_string(part->type.extents) + " can't be joined along axis " +
                          std::to_string(axis) + "; their other extents must be equal");
    }
    placed.push_back({part, begin});
  }
  shape[at] = length;
  if (parts.size() == 1) return parts[0];
  return tra::make_assemble(name, shape, placed);
}

RELATILE_INLINE tra::NodePtr stack_node(const std::string& name,
                                        const std::vector<tra::NodePtr>& parts, int axis) {
  require_arrays(name, parts);
  const Extents& shape = parts[0]->type.extents;
  const int at = normal_axis(name, axis, shape.rank() + 1);
  std::vector<tra::NodePtr> layers;
  for (const auto& part : parts) {
    if (!(part->type.extents == shape)) {
      throw ShapeMismatch("relatile: " + name + ": arrays of shapes " + to_string(shape) + " and " +
                          to_string(part->type.extents) +
                          " can't be stacked; their shapes must be equal");
    }
    Indexing indexing{shape, {}, {}};
    for (int d = 0; d <= shape.rank(); ++d) {
      if (d == at) indexing.add(newaxis);
      if (d < shape.rank()) indexing.add(all_of_axis);
    }
    layers.push_back(
        tra::make_view("expand_dims", part, std::move(indexing.access), indexing.shape));
  }
  return concatenate_node(name, layers, at);
}

RELATILE_INLINE std::vector<tra::NodePtr> at_least(const std::vector<tra::NodePtr>& parts,
                                                   int rank) {
  std::vector<tra::NodePtr> all;
  for (const auto& part : parts) {
    const int own = part->type.rank();
    const int more = std::max(rank - own, 0);
    const int after = rank == 3 && (own == 1 || own == 2) ? 1 : 0;
    all.push_back(with_axes_node(part, more - after, after));
  }
  return all;
}

RELATILE_INLINE std::vector<Range> sections_of(const std::string& name, const Extents& shape,
                                               int axis, std::int64_t sections, bool uneven) {
  const int at = normal_axis(name, axis, shape.rank());
  if (sections < 1 || (!uneven && shape[at] % sections != 0)) {
    throw ShapeMismatch("relatile: " + name + ": axis " + std::to_string(axis) +
                        " of an array of shape " + to_string(shape) + " can't be cut into " +
                        std::to_string(sections) + (uneven ? " parts" : " equal parts"));
  }
  std::vector<Range> parts;
  std::int64_t begin = 0;
  for (std::int64_t i = 0; i < sections; ++i) {
    const std::int64_t length = shape[at] / sections + (i < shape[at] % sections ? 1 : 0);
    parts.push_back({begin, begin + length});
    begin += length;
  }
  return parts;
}

RELATILE_INLINE std::vector<Range> sections_at(const Extents& shape, int axis,
                                               const std::vector<std::int64_t>& at) {
  const std::int64_t extent = shape[normal_axis("split", axis, shape.rank())];
  const auto position = [&](std::int64_t index) {  // as a slice counts
    return std::clamp<std::int64_t>(index < 0 ? index + extent : index, 0, extent);
  };
  std::vector<Range> parts;
  for (std::size_t i = 0; i <= at.size(); ++i) {
    const std::int64_t low = i == 0 ? 0 : position(at[i - 1]);
    const std::int64_t high = i == at.size() ? extent : position(at[i]);
    parts.push_back({low, std::max(low, high)});
  }
  return parts;
}

RELATILE_INLINE std::int64_t place_along(const std::string& name, const Extents& shape, int axis,
                                         std::int64_t at, bool end) {
  const std::int64_t extent = shape[normal_axis(name, axis, shape.rank())];
  const std::int64_t place = at < 0 ? at + extent : at;
  if (place >= 0 && place < extent + (end ? 1 : 0)) return place;
  throw ShapeMismatch("relatile: " + name + ": place " + std::to_string(at) +
                      " is out of bounds for axis " + std::to_string(axis) +
                      " of an array of shape " + to_string(shape));
}

RELATILE_INLINE tra::NodePtr part_node(const std::string& name, const tra::NodePtr& x, int axis,
                                       const Range& part) {
  return slice_node(name, x, axis, slice(part.low, part.high));
}

}  // namespace relatile::detail
