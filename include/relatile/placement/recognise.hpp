// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::placement {

namespace detail {

/// An axis of the mesh, and how far it moves the index of one dimension (-1: of none).
struct FoundAxis {
  SiteAxis axis;
  int dim = -1;
  int weight = 0;
};

/// Per dimension and site, which of the even parts of the extent the site's box is.
class PartNumbers {
 public:
  /// Nothing where boxes are not even parts of `extents` on the first sites, one a site.
  static std::optional<PartNumbers> of(const Placement& placement, const Extents& extents);

  int working() const { return working_; }
  int num_dims() const { return static_cast<int>(numbers_.size()); }
  int at(int dim, int site) const { return nth(nth(numbers_, dim), site); }

  /// The axis of the mesh that begins at `stride`.
  std::optional<FoundAxis> axis_at(int stride) const;

 private:
  /// Whether the axis at `stride` also counts to `value`.
  bool continues(const FoundAxis& found, int stride, int value) const;

  int working_ = 0;
  std::vector<std::vector<int>> numbers_;
};

/// The closed form that the boxes have if they have one; to be compared with them.
RELATILE_INLINE std::optional<Sharding> guess_sharding(const Placement& placement,
                                                       const Extents& extents);

}  // namespace detail

/// The closed form of a placement if it has one (even parts by the axes of the mesh, as
/// plans leave their results), else the boxes themselves. What is stored is planned with as quickly
/// as what is still to be computed.
RELATILE_INLINE Sharding recognised_sharding(Placement placement, const Extents& extents);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/recognise.hpp"
#endif
