// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::cost {

/// What every site's parts under two shardings have in common, where a formula exists.
struct AlignedOverlap {
  std::int64_t first_share = 0;  ///< elements at each site that holds some under the first sharding
  std::int64_t second_share = 0;  ///< ... and under the second
  std::int64_t common = 0;        ///< elements in both, at each of the `meeting` sites
  int first_sites = 0;            ///< sites that hold something under the first sharding
  int second_sites = 0;           ///< ... and under the second
  int meeting = 0;                ///< sites whose two parts overlap; at the others nothing does
  int parts_met = 0;  ///< parts under the first sharding that one of the second overlaps
};

namespace detail {

RELATILE_INLINE bool is_plain(const placement::ShardingDim& dim, std::int64_t extent);

/// The site number cut into the axes that both shardings are made of.
class MeshAxes {
 public:
  static constexpr int most = 32;

  void add_boundary(int boundary);
  void add(const placement::Sharding& sharding);
  void add(const placement::SiteAxis& axis) {
    add_boundary(axis.stride);
    add_boundary(axis.stride * axis.size);
  }
  /// False if the axes of the two shardings cut each other's in a way that no finer axes fit.
  bool finish();
  static constexpr int zero = most - 1;  ///< stands for the axis that is always 0
  int size(int axis) const { return axis == zero ? 1 : upper(axis) / lower(axis); }
  int stride(int axis) const { return axis == zero ? 1 : lower(axis); }
  /// The finest mesh axes that cut an index, the outermost first; their number.
  int expand(const std::vector<placement::SiteAxis>& axes, std::array<int, most>& out) const;
  /// Demands that two axes have one value; the factor by which that leaves fewer sites.
  int unite(int a, int b);

 private:
  /// Axes of prime size line up wherever axes of composite size can.
  void cut_into_primes(int stride, int size);
  int lower(int i) const { return nth(boundaries_, i); }
  int upper(int i) const { return boundaries_[static_cast<std::size_t>(i) + 1]; }
  int find(int a) const {
    while (nth(leader_, a) != a) a = nth(leader_, a);
    return a;
  }
  std::array<int, most> boundaries_{};
  std::array<int, most> leader_{};
  int num_boundaries_ = 0;
};

}  // namespace detail

/// How much of what every site holds under `first` it also holds under `second`, by the mesh
/// axes alone: a part under one sharding meets a part under the other exactly where the
/// outer axes of their indices agree, which is a set of equations between axes.
///
/// exact: where all extents divide and the axes fit together; otherwise no answer.
RELATILE_INLINE std::optional<AlignedOverlap> aligned_overlap(const placement::Sharding& first,
                                                              const placement::Sharding& second,
                                                              const Extents& extents);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/aligned.hpp"
#endif
