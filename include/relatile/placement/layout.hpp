// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/placement/mesh_axis.hpp"
#include "relatile/placement/placement.hpp"

namespace relatile::placement {

/// An assignment of mesh axes to labels. Where several axes cut one label, the earlier ones count
/// for more. The sites beyond the product of all axes idle.
///
///   {2: i, 3: k} on 7 sites: site 4 is at (1, 1), so it has the second half of i and the
///   second third of k; site 6 idles.
struct Layout {
  std::vector<MeshAxis> axes;

  Layout() = default;
  /// Axes without strides are laid out in row-major order, as listed.
  Layout(std::vector<MeshAxis> mesh) : axes(std::move(mesh)) {
    const auto unset = [](const MeshAxis& axis) { return axis.stride == 0; };
    if (std::none_of(axes.begin(), axes.end(), unset)) return;
    int stride = 1;
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
      axis->stride = stride;
      stride *= axis->size;
    }
  }

  int num_working() const {
    int product = 1;
    for (const auto& axis : axes) product *= axis.size;
    return product;
  }
  int parts(int label) const {
    int product = 1;
    for (const auto& axis : axes) product *= axis.label == label ? axis.size : 1;
    return product;
  }
  /// The box of label space that `site` works on.
  Box box(int site, const Extents& labels) const {
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
      const Range range = even_part(labels[l], count[l], index[l]);
      result.low[l] = range.low;
      result.high[l] = range.high;
    }
    return result;
  }
  /// "i:2 k:3", "all:4" or "one site".
  std::string text(const std::vector<std::string>& label_names) const {
    std::string words;
    for (const auto& axis : axes) {
      if (axis.size == 1) continue;
      words += words.empty() ? "" : " ";
      words += axis.label < 0 ? "all" : label_names[static_cast<std::size_t>(axis.label)];
      words += ":" + std::to_string(axis.size);
    }
    return words.empty() ? "one site" : words;
  }
};

/// A value whose dimensions are the layout's labels, stored as the layout says.
inline Placement split_by(const Layout& layout, const Extents& extents, int num_sites) {
  std::vector<std::string> names;
  for (int d = 0; d < extents.rank(); ++d) names.push_back(std::to_string(d));
  return one_box_a_site(num_sites, "split(" + layout.text(names) + ")",
                        [&](int site) { return layout.box(site, extents); });
}

}  // namespace relatile::placement
