// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/spread.hpp"

#include <algorithm>
#include <utility>

namespace relatile::placement {

RELATILE_INLINE int SpreadDim::parts() const {
  int product = 1;
  for (const auto& digit : digits) product *= digit.size;
  return product;
}

RELATILE_INLINE Range SpreadDim::range(int site) const {
  if (access.label < 0) return {access.offset, access.offset + 1};
  int index = 0;
  int count = 1;
  for (const auto& digit : digits) {
    index = index * digit.size + digit.of(site);
    count *= digit.size;
  }
  const Range part = even_part(label_extent, count, index);
  if (part.high <= part.low) return {0, 0};
  if (access.cuts) {
    return {(*access.cuts)[static_cast<std::size_t>(part.low)],
            (*access.cuts)[static_cast<std::size_t>(part.high)]};
  }
  return {access.offset + access.step * part.low,
          access.offset + access.step * (part.high - 1) + access.width};
}

RELATILE_INLINE bool Spread::holds(int site) const {
  bool some = !nothing && site < working;
  for (const auto& digit : zeros) some = some && digit.of(site) == 0;
  return some;
}

RELATILE_INLINE Box Spread::box(int site) const {
  const int rank = static_cast<int>(dims.size());
  if (!holds(site)) return Box::nothing(rank);
  Box result = Box::whole(Extents::filled(rank, 0));
  for (int d = 0; d < rank; ++d) {
    const Range range = dims[static_cast<std::size_t>(d)].range(site);
    result.low[d] = range.low;
    result.high[d] = range.high;
  }
  return result;
}

RELATILE_INLINE void Spread::write_down_ranges() {
  auto all = std::make_shared<std::vector<Range>>();
  all->reserve(dims.size() * static_cast<std::size_t>(num_sites));
  for (const auto& dim : dims) {
    for (int site = 0; site < num_sites; ++site) all->push_back(dim.range(site));
  }
  ranges = std::move(all);
}

RELATILE_INLINE bool cuts_a_diagonal(const Spread& spread) {
  std::vector<Digit> digits;
  for (const auto& dim : spread.dims) {
    digits.insert(digits.end(), dim.digits.begin(), dim.digits.end());
  }
  std::sort(digits.begin(), digits.end(),
            [](const Digit& a, const Digit& b) { return a.stride < b.stride; });
  const auto overlap = [](const Digit& a, const Digit& b) { return a.stride * a.size > b.stride; };
  return std::adjacent_find(digits.begin(), digits.end(), overlap) != digits.end();
}

RELATILE_INLINE bool covers(const Spread& spread, const Extents& extents) {
  if (spread.irregular) return true;
  for (std::size_t d = 0; d < spread.dims.size(); ++d) {
    const auto& [digits, label_extent, access] = spread.dims[d];
    const std::int64_t extent = extents[static_cast<int>(d)];
    if (access.cuts) {
      if (access.cuts->front() != 0 || access.cuts->back() != extent) return false;
      continue;
    }
    const std::int64_t last = access.label < 0 ? 0 : label_extent - 1;
    const bool gaps = access.step > access.width && last > 0;
    if (access.offset != 0 || gaps || access.step * last + access.width < extent) return false;
  }
  return !spread.nothing && !cuts_a_diagonal(spread);
}

RELATILE_INLINE std::optional<std::int64_t> copies_of_each(const Spread& spread,
                                                           const Extents& extents) {
  if (spread.irregular || !spread.zeros.empty() || !covers(spread, extents)) return std::nullopt;
  std::int64_t parts = 1;
  for (std::size_t d = 0; d < spread.dims.size(); ++d) {
    const AccessDim& access = spread.dims[d].access;
    const bool overlaps = access.width > access.step || access.cuts;
    const bool beyond =
        access.label >= 0 && spread.dims[d].label_extent > extents[static_cast<int>(d)];
    if (overlaps || beyond) return std::nullopt;
    parts *= spread.dims[d].parts();
  }
  return spread.working / parts;
}

RELATILE_INLINE Spread irregular_spread(Placement placement) {
  Spread spread;
  spread.num_sites = placement.num_sites();
  spread.text = placement.text;
  spread.irregular = std::make_shared<const Placement>(std::move(placement));
  return spread;
}

RELATILE_INLINE void append_digit(std::vector<Digit>& digits, Digit digit) {
  if (digit.size == 1) return;
  if (!digits.empty() && digits.back().stride == digit.size * digit.stride) {
    digits.back() = {digits.back().size * digit.size, digit.stride};
  } else {
    digits.push_back(digit);
  }
}

RELATILE_INLINE Spread spread_of(const Layout& layout, const Extents& labels, const Access& access,
                                 int num_sites, std::string text) {
  Spread spread;
  spread.num_sites = num_sites;
  spread.working = layout.num_working();
  spread.text = std::move(text);
  for (auto extent : labels) spread.nothing = spread.nothing || extent == 0;
  for (const auto& dim : access.dims) {
    SpreadDim made;
    made.access = dim;
    if (dim.label >= 0) {
      made.label_extent = labels[dim.label];
      for (const auto& axis : layout.axes) {
        if (axis.label == dim.label) append_digit(made.digits, {axis.size, axis.stride});
      }
    }
    spread.dims.push_back(std::move(made));
  }
  return spread;
}

}  // namespace relatile::placement
