// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/layout.hpp"
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

/// Per dimension and site, which of the parts of the extent the site's box is.
class PartNumbers {
 public:
  /// Nothing unless the first sites have one box each and the others none.
  static std::optional<PartNumbers> of(const Placement& placement, const Extents& extents);

  int working() const { return working_; }
  int num_dims() const { return static_cast<int>(numbers_.size()); }
  /// Where the parts of a dimension begin.
  const std::vector<std::int64_t>& starts(int dim) const { return nth(starts_, dim); }
  int at(int dim, int site) const { return nth(nth(numbers_, dim), site); }

  /// The axis of the mesh that begins at `stride`.
  std::optional<FoundAxis> axis_at(int stride) const;

 private:
  /// Whether the axis at `stride` also counts to `value`.
  bool continues(const FoundAxis& found, int stride, int value) const;

  int working_ = 0;
  std::vector<std::vector<int>> numbers_;
  std::vector<std::vector<std::int64_t>> starts_;
};

/// How a dimension of this extent is cut into so many parts of which those from number `first` on
/// begin at `starts`, and no other has anything: evenly, or as a slice of a longer one. Of several
/// such cuts the one that is found first.
RELATILE_INLINE LabelSlice guess_cut(int parts, int first, const std::vector<std::int64_t>& starts,
                                     std::int64_t extent);

/// The closed form of boxes that are a row of parts, one a site, of which the first and the last
/// sites may have none, as of a slice.
RELATILE_INLINE std::optional<Sharding> guess_row(const Placement& placement,
                                                  const Extents& extents);

/// The closed form that the boxes have if they have one; to be compared with them.
RELATILE_INLINE std::optional<Sharding> guess_sharding(const Placement& placement,
                                                       const Extents& extents);

}  // namespace detail

/// The closed form of a placement if it has one (even parts by the axes of the mesh, or what these
/// have of a slice, as plans leave their results), else the boxes themselves. What is stored is
/// planned with as quickly as what is still to be computed.
RELATILE_INLINE Sharding recognised_sharding(Placement placement, const Extents& extents);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/recognise.hpp"
#endif
