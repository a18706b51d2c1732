// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/mesh_axis.hpp"
#include "relatile/placement/placement.hpp"

namespace relatile::placement {

/// A label that is cut where a longer one is, of which it is a part: its value v is v + before
/// there. So whoever reads a slice of what lies in even parts works on what each site has of it.
struct LabelSlice {
  int label = 0;
  std::int64_t before = 0;  ///< of the longer one, how many values come before
  std::int64_t whole = 1;   ///< the extent of the longer one, which is cut evenly
  friend bool operator==(const LabelSlice&, const LabelSlice&) = default;
};

/// An assignment of mesh axes to labels. Where several axes cut one label, the earlier ones count
/// for more. The sites beyond the product of all axes idle.
///
///   {2: i, 3: k} on 7 sites: site 4 is at (1, 1), so it has the second half of i and the
///   second third of k; site 6 idles.
struct Layout {
  std::vector<MeshAxis> axes;
  std::vector<LabelSlice> slices;  ///< in any order; a label that has none is cut evenly

  Layout() = default;
  /// Axes without strides are laid out in row-major order, as listed.
  Layout(std::vector<MeshAxis> mesh);

  int num_working() const;
  int parts(int label) const;
  /// How `label` of this extent is cut.
  LabelSlice cut_of(int label, std::int64_t extent) const;
  /// The length of the longest part of `label`.
  std::int64_t longest_part(int label, std::int64_t extent) const;
  /// The box of label space that `site` works on.
  Box box(int site, const Extents& labels) const;
  friend bool operator==(const Layout&, const Layout&) = default;
  /// What `axis`, which cuts a label, is called: "i:2", or "i:2@1/12" where the label is cut as the
  /// values from 1 on of one of 12.
  std::string text(const MeshAxis& axis, const std::vector<std::string>& label_names) const;
  /// "i:2 k:3", "all:4" or "one site".
  std::string text(const std::vector<std::string>& label_names) const;
};

/// A value whose dimensions are the layout's labels, stored as the layout says.
RELATILE_INLINE Placement split_by(const Layout& layout, const Extents& extents, int num_sites);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/layout.hpp"
#endif
