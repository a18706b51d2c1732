// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/ranges_of_sites.hpp"

#include <algorithm>
#include <cstddef>

#include "relatile/placement/sharding.hpp"

namespace relatile::placement {
namespace detail {

/// A mesh axis, and how many parts of a dimension one step along it passes.
struct WeighedAxis {
  SiteAxis axis;
  std::size_t weight;
};

inline std::vector<WeighedAxis> by_stride(const std::vector<SiteAxis>& axes) {
  std::vector<WeighedAxis> weighed;
  std::size_t weight = 1;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    weighed.push_back({*axis, weight});
    weight *= static_cast<std::size_t>(axis->size);
  }
  std::sort(weighed.begin(), weighed.end(), [](const WeighedAxis& a, const WeighedAxis& b) {
    return a.axis.stride < b.axis.stride;
  });
  return weighed;
}

/// True if sites are numbered by these axes digit by digit: none cuts another one's digits.
inline bool are_digits(const std::vector<WeighedAxis>& axes) {
  int below = 1;  // so many sites differ in the axes before
  for (const auto& [axis, weight] : axes) {
    if (axis.stride % below != 0) return false;
    below = axis.stride * axis.size;
  }
  return true;
}

/// The ranges of all parts of a dimension; part i begins where `even_part` says, without its
/// divisions.
inline std::vector<Range> ranges_of_parts(const ShardingDim& dim, std::int64_t parts) {
  std::vector<Range> ranges;
  ranges.reserve(static_cast<std::size_t>(parts));
  if (parts >= dim.label_extent) {
    for (std::int64_t i = 0; i < parts; ++i) {
      const Range part = even_part(dim.label_extent, parts, i);
      ranges.push_back(dim.access.of_range(part.low, part.high));
    }
    return ranges;
  }
  const std::int64_t quotient = dim.label_extent / parts;
  const std::int64_t rest = dim.label_extent % parts;
  std::int64_t low = 0;
  std::int64_t left = 0;  // of i * rest / parts, rounded up, what is above i * rest
  for (std::int64_t i = 0; i < parts; ++i) {
    std::int64_t high = low + quotient;
    left -= rest;
    if (left < 0) {
      ++high;
      left += parts;
    }
    ranges.push_back(dim.access.of_range(low, high));
    low = high;
  }
  return ranges;
}

/// Writes down, from `to` on, what each of `num_sites` sites has along a dimension. The sites below
/// an axis' stride are there once more for each coordinate on it, some parts further on.
inline void write_ranges(const ShardingDim& dim, std::size_t num_sites, Range* to) {
  const std::vector<WeighedAxis> axes = by_stride(dim.axes);
  if (dim.access.label < 0 || !are_digits(axes)) {
    for (std::size_t site = 0; site < num_sites; ++site) {
      to[site] = dim.range(static_cast<int>(site));
    }
    return;
  }
  const std::vector<Range> parts = ranges_of_parts(dim, dim.parts());
  std::vector<std::size_t> index(num_sites, 0);
  std::size_t known = 1;
  const auto repeat_until = [&](std::size_t end) {
    for (std::size_t site = known; site < std::min(end, num_sites); ++site) {
      index[site] = index[site - known];
    }
    known = std::max(known, end);
  };
  for (const auto& [axis, weight] : axes) {
    const auto stride = static_cast<std::size_t>(axis.stride);
    repeat_until(stride);
    const std::size_t end = stride * static_cast<std::size_t>(axis.size);
    for (std::size_t site = stride; site < std::min(end, num_sites); ++site) {
      index[site] = index[site - stride] + weight;
    }
    known = end;
  }
  repeat_until(num_sites);
  for (std::size_t site = 0; site < num_sites; ++site) to[site] = parts[index[site]];
}

}  // namespace detail

RELATILE_INLINE std::vector<Range> ranges_of_sites(const Sharding& sharding) {
  const auto num_sites = static_cast<std::size_t>(sharding.num_sites);
  std::vector<Range> ranges(sharding.dims.size() * num_sites);
  Range* to = ranges.data();
  for (const auto& dim : sharding.dims) {
    detail::write_ranges(dim, num_sites, to);
    to += num_sites;
  }
  return ranges;
}

}  // namespace relatile::placement
