// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
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
  Layout(std::vector<MeshAxis> mesh);

  int num_working() const;
  int parts(int label) const;
  /// The box of label space that `site` works on.
  Box box(int site, const Extents& labels) const;
  friend bool operator==(const Layout&, const Layout&) = default;
  /// "i:2 k:3", "all:4" or "one site".
  std::string text(const std::vector<std::string>& label_names) const;
};

/// A value whose dimensions are the layout's labels, stored as the layout says.
RELATILE_INLINE Placement split_by(const Layout& layout, const Extents& extents, int num_sites);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/layout.hpp"
#endif
