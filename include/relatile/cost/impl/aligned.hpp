// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/aligned.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::cost::detail {

RELATILE_INLINE bool is_plain(const placement::ShardingDim& dim, std::int64_t extent) {
  const auto& access = dim.access;
  if (access.offset != 0) return false;
  if (access.label < 0) return access.width == extent;
  return access.step == access.width && !access.cuts && !access.is_clipped() &&
         dim.label_extent * access.width == extent && dim.label_extent % dim.parts() == 0;
}

RELATILE_INLINE void MeshAxes::add_boundary(int boundary) {
  for (int i = 0; i < num_boundaries_; ++i) {
    if (nth(boundaries_, i) == boundary) return;
  }
  if (num_boundaries_ < most) nth(boundaries_, num_boundaries_++) = boundary;
}

RELATILE_INLINE void MeshAxes::add(const placement::Sharding& sharding) {
  for (const auto& dim : sharding.dims) {
    for (const auto& axis : dim.axes) add(axis);
  }
  for (const auto& axis : sharding.zeros) add(axis);
}

RELATILE_INLINE bool MeshAxes::finish() {
  std::sort(boundaries_.begin(), boundaries_.begin() + num_boundaries_);
  const int num_given = num_boundaries_;
  for (int i = 0; i + 1 < num_given; ++i) {
    if (upper(i) % lower(i) != 0) return false;
    cut_into_primes(lower(i), upper(i) / lower(i));
  }
  std::sort(boundaries_.begin(), boundaries_.begin() + num_boundaries_);
  std::iota(leader_.begin(), leader_.end(), 0);
  return num_boundaries_ < most - 1;
}

RELATILE_INLINE int MeshAxes::expand(const std::vector<placement::SiteAxis>& axes,
                                     std::array<int, most>& out) const {
  int count = 0;
  for (const auto& axis : axes) {
    for (int i = num_boundaries_ - 1; i-- > 0;) {
      if (lower(i) >= axis.stride && upper(i) <= axis.stride * axis.size) {
        nth(out, count++) = i;
      }
    }
  }
  return count;
}

RELATILE_INLINE int MeshAxes::unite(int a, int b) {
  a = find(a);
  b = find(b);
  if (a == b) return 1;
  if (a == zero) std::swap(a, b);
  nth(leader_, a) = b;
  return size(a);
}

RELATILE_INLINE void MeshAxes::cut_into_primes(int stride, int size) {
  for (int prime = 2; size > 1 && num_boundaries_ < most; ++prime) {
    for (; size % prime == 0; size /= prime) {
      stride *= prime;
      if (size > prime && num_boundaries_ < most) {
        nth(boundaries_, num_boundaries_++) = stride;
      }
    }
  }
}

}  // namespace relatile::cost::detail

namespace relatile::cost {

RELATILE_INLINE std::optional<AlignedOverlap> aligned_overlap(const placement::Sharding& first,
                                                              const placement::Sharding& second,
                                                              const Extents& extents) {
  if (first.irregular || second.irregular || first.nothing || second.nothing) return std::nullopt;
  const int sites = std::max(first.working, second.working);
  if (sites % first.working != 0 || sites % second.working != 0) return std::nullopt;
  const auto rank = static_cast<std::size_t>(extents.rank());
  for (std::size_t d = 0; d < rank; ++d) {
    const std::int64_t extent = extents[static_cast<int>(d)];
    if (!detail::is_plain(first.dims[d], extent) || !detail::is_plain(second.dims[d], extent)) {
      return std::nullopt;
    }
  }
  detail::MeshAxes mesh;
  mesh.add_boundary(1);
  mesh.add_boundary(first.working);
  mesh.add_boundary(second.working);
  mesh.add(first);
  mesh.add(second);
  if (!mesh.finish()) return std::nullopt;
  AlignedOverlap overlap{1, 1, 1, sites, sites, sites, 1};
  std::array<int, detail::MeshAxes::most> a{};
  std::array<int, detail::MeshAxes::most> b{};
  const auto hold_nothing_unless_zero = [&](const placement::Sharding& sharding, int& holding) {
    std::vector<placement::SiteAxis> zeros = sharding.zeros;
    if (sharding.working < sites) zeros.push_back({sites / sharding.working, sharding.working});
    const int count = mesh.expand(zeros, a);
    for (std::size_t t = 0; t < static_cast<std::size_t>(count); ++t) {
      holding /= mesh.size(a[t]);
      overlap.meeting /= mesh.unite(a[t], detail::MeshAxes::zero);
    }
  };
  hold_nothing_unless_zero(first, overlap.first_sites);
  hold_nothing_unless_zero(second, overlap.second_sites);
  for (std::size_t d = 0; d < rank; ++d) {
    const std::int64_t extent = extents[static_cast<int>(d)];
    const int num_a = mesh.expand(first.dims[d].axes, a);
    const int num_b = mesh.expand(second.dims[d].axes, b);
    for (std::size_t t = 0; t < static_cast<std::size_t>(std::min(num_a, num_b)); ++t) {
      if (mesh.size(a[t]) != mesh.size(b[t])) return std::nullopt;
      overlap.meeting /= mesh.unite(a[t], b[t]);
    }
    const int parts_a = first.dims[d].parts();
    const int parts_b = second.dims[d].parts();
    overlap.first_share *= extent / parts_a;
    overlap.second_share *= extent / parts_b;
    overlap.common *= extent / std::max(parts_a, parts_b);
    overlap.parts_met *= std::max(parts_a / parts_b, 1);
  }
  return overlap;
}

}  // namespace relatile::cost
