// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/layout.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::placement {

RELATILE_INLINE Layout::Layout(std::vector<MeshAxis> mesh) : axes(std::move(mesh)) {
  const auto unset = [](const MeshAxis& axis) { return axis.stride == 0; };
  if (std::none_of(axes.begin(), axes.end(), unset)) return;
  int stride = 1;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    axis->stride = stride;
    stride *= axis->size;
  }
}

RELATILE_INLINE int Layout::num_working() const {
  int product = 1;
  for (const auto& axis : axes) product *= axis.size;
  return product;
}

RELATILE_INLINE int Layout::parts(int label) const {
  int product = 1;
  for (const auto& axis : axes) product *= axis.label == label ? axis.size : 1;
  return product;
}

/// The values of a label that are in part `index` of so many.
inline Range part_of(const LabelSlice& cut, std::int64_t parts, std::int64_t index,
                     std::int64_t extent) {
  const Range range = even_part(cut.whole, parts, index);
  return {std::clamp<std::int64_t>(range.low - cut.before, 0, extent),
          std::clamp<std::int64_t>(range.high - cut.before, 0, extent)};
}

RELATILE_INLINE LabelSlice Layout::cut_of(int label, std::int64_t extent) const {
  for (const LabelSlice& slice : slices) {
    if (slice.label == label) return slice;
  }
  return {label, 0, extent};
}

RELATILE_INLINE std::int64_t Layout::longest_part(int label, std::int64_t extent) const {
  const std::int64_t count = parts(label);
  const LabelSlice cut = cut_of(label, extent);
  std::int64_t longest = (cut.whole + count - 1) / count;
  if (cut.whole == extent) return longest;
  longest = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const Range range = part_of(cut, count, i, extent);
    longest = std::max(longest, range.high - range.low);
  }
  return longest;
}

RELATILE_INLINE Box Layout::box(int site, const Extents& labels) const {
  if (site >= num_working()) return Box::nothing(labels.rank());
  Extents index = Extents::filled(labels.rank(), 0);
  Extents count = Extents::filled(labels.rank(), 1);
  for (const auto& axis : axes) {
    if (axis.label < 0) continue;
    index[axis.label] = index[axis.label] * axis.size + site / axis.stride % axis.size;
    count[axis.label] *= axis.size;
  }
  Box result = Box::whole(labels);
  for (int l = 0; l < labels.rank(); ++l) {
    const Range range = part_of(cut_of(l, labels[l]), count[l], index[l], labels[l]);
    result.low[l] = range.low;
    result.high[l] = range.high;
  }
  return result;
}

RELATILE_INLINE std::string Layout::text(const MeshAxis& axis,
                                         const std::vector<std::string>& label_names) const {
  std::string words = nth(label_names, axis.label) + ":" + std::to_string(axis.size);
  for (const LabelSlice& slice : slices) {
    if (slice.label != axis.label) continue;
    words += "@" + std::to_string(slice.before) + "/" + std::to_string(slice.whole);
  }
  return words;
}

RELATILE_INLINE std::string Layout::text(const std::vector<std::string>& label_names) const {
  std::string words;
  for (const auto& axis : axes) {
    if (axis.size == 1) continue;
    words += words.empty() ? "" : " ";
    words += axis.label < 0 ? "all:" + std::to_string(axis.size) : text(axis, label_names);
  }
  return words.empty() ? "one site" : words;
}

RELATILE_INLINE Placement split_by(const Layout& layout, const Extents& extents, int num_sites) {
  std::vector<std::string> names;
  for (int d = 0; d < extents.rank(); ++d) names.push_back(std::to_string(d));
  const auto box = [](int site, const Layout& of, const Extents& whole) {
    return of.box(site, whole);
  };
  return {BoxOfSite(num_sites, box, layout, extents), "split(" + layout.text(names) + ")"};
}

}  // namespace relatile::placement
