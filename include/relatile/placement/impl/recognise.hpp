// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/recognise.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/box.hpp"

namespace relatile::placement::detail {

RELATILE_INLINE std::optional<PartNumbers> PartNumbers::of(const Placement& placement,
                                                           const Extents& extents) {
  PartNumbers found;
  const int num_sites = placement.num_sites();
  while (found.working_ < num_sites && placement.of(found.working_).size() == 1 &&
         !placement.of(found.working_)[0].empty()) {
    ++found.working_;
  }
  for (int site = found.working_; site < num_sites; ++site) {
    if (!placement.of(site).empty()) return std::nullopt;
  }
  if (found.working_ == 0) return std::nullopt;
  for (int d = 0; d < extents.rank(); ++d) {
    std::vector<std::int64_t> lows;
    for (int site = 0; site < found.working_; ++site) {
      lows.push_back(placement.of(site)[0].low[d]);
    }
    std::vector<std::int64_t> starts = lows;
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    std::vector<int> numbers;
    for (auto low : lows) {
      const auto place = std::lower_bound(starts.begin(), starts.end(), low);
      numbers.push_back(static_cast<int>(place - starts.begin()));
    }
    found.numbers_.push_back(std::move(numbers));
    found.starts_.push_back(std::move(starts));
  }
  return found;
}

RELATILE_INLINE std::optional<FoundAxis> PartNumbers::axis_at(int stride) const {
  FoundAxis found;
  for (int d = 0; d < num_dims(); ++d) {
    if (at(d, stride) == 0) continue;
    if (found.dim >= 0) return std::nullopt;
    found.dim = d;
    found.weight = at(d, stride);
  }
  int size = 2;
  while (stride * size < working_ && continues(found, stride, size)) ++size;
  if (working_ % (stride * size) != 0) return std::nullopt;
  found.axis = {size, stride};
  return found;
}

RELATILE_INLINE bool PartNumbers::continues(const FoundAxis& found, int stride, int value) const {
  for (int d = 0; d < num_dims(); ++d) {
    if (at(d, stride * value) != (d == found.dim ? found.weight * value : 0)) return false;
  }
  return true;
}

/// Whether part number `first` of so many has a cut's first values, the others begin at `starts`,
/// and the last one of these has the last values.
inline bool begins_at(const LabelSlice& cut, int parts, int first,
                      const std::vector<std::int64_t>& starts, std::int64_t extent) {
  const auto begin = [&](std::int64_t i) {
    return even_part(cut.whole, parts, first + i).low - cut.before;
  };
  const auto count = std::ssize(starts);
  if (cut.before < 0 || cut.whole - cut.before < extent || begin(0) > 0) return false;
  for (std::int64_t i = 1; i < count; ++i) {
    if (begin(i) != nth(starts, i)) return false;
  }
  return first + count == parts || begin(count) >= extent;
}

RELATILE_INLINE LabelSlice guess_cut(int parts, int first, const std::vector<std::int64_t>& starts,
                                     std::int64_t extent) {
  const auto count = std::ssize(starts);
  const LabelSlice even{0, 0, extent};
  if (count < 2 || begins_at(even, parts, first, starts, extent)) return even;
  const std::int64_t second = nth(starts, 1);
  if (count == 2) {
    const std::int64_t longest = std::max(second, extent - second);
    return {0, (first + 1) * longest - second, parts * longest};
  }
  // Of parts * quotient + rest values, those between the first part and the last one. Parts begin
  // where `even_part` says.
  const std::int64_t between = starts.back() - second;
  for (std::int64_t rest = 0; rest < parts; ++rest) {
    const auto longer = [&](std::int64_t i) { return (i * rest + parts - 1) / parts; };
    const std::int64_t equal = between - longer(first + count - 1) + longer(first + 1);
    if (equal <= 0 || equal % (count - 2) != 0) continue;
    const std::int64_t whole = parts * (equal / (count - 2)) + rest;
    const LabelSlice cut{0, even_part(whole, parts, first + 1).low - second, whole};
    if (begins_at(cut, parts, first, starts, extent)) return cut;
  }
  return even;
}

inline ShardingDim guessed_dim(int d, const LabelSlice& cut, std::int64_t extent) {
  ShardingDim dim;
  dim.label_extent = cut.whole;
  dim.access = {d, 0, 1, 1, nullptr};
  if (cut.whole != extent) dim.access = as_of_longer(dim.access, cut.before, extent);
  return dim;
}

RELATILE_INLINE std::optional<Sharding> guess_row(const Placement& placement,
                                                  const Extents& extents) {
  const int num_sites = placement.num_sites();
  const auto holds = [&](int site) {
    return placement.of(site).size() == 1 && !placement.of(site)[0].empty();
  };
  int first = 0;
  while (first < num_sites && !holds(first)) ++first;
  int end = first;
  while (end < num_sites && holds(end)) ++end;
  if (end - first < 2) return std::nullopt;
  const Box& before = placement.of(first)[0];
  const Box& last = placement.of(end - 1)[0];
  Sharding sharding;
  sharding.num_sites = sharding.working = num_sites;
  sharding.text = placement.text;
  for (int d = 0; d < extents.rank(); ++d) {
    std::vector<std::int64_t> starts;
    for (int site = first; site < end; ++site) starts.push_back(placement.of(site)[0].low[d]);
    const bool is_cut = last.low[d] != before.low[d];
    const LabelSlice even{0, 0, extents[d]};
    sharding.dims.push_back(guessed_dim(
        d, is_cut ? guess_cut(num_sites, first, starts, extents[d]) : even, extents[d]));
    if (is_cut) append_axis(sharding.dims.back().axes, {num_sites, 1});
  }
  return sharding;
}

RELATILE_INLINE std::optional<Sharding> guess_sharding(const Placement& placement,
                                                       const Extents& extents) {
  const auto numbers = PartNumbers::of(placement, extents);
  if (!numbers) return std::nullopt;
  std::vector<FoundAxis> axes;
  for (int stride = 1; stride < numbers->working();) {
    const auto found = numbers->axis_at(stride);
    if (!found) return std::nullopt;
    axes.push_back(*found);
    stride *= found->axis.size;
  }
  std::sort(axes.begin(), axes.end(),
            [](const FoundAxis& a, const FoundAxis& b) { return a.weight > b.weight; });
  Sharding sharding;
  sharding.num_sites = placement.num_sites();
  sharding.working = numbers->working();
  sharding.text = placement.text;
  for (int d = 0; d < extents.rank(); ++d) {
    const auto& starts = numbers->starts(d);
    const LabelSlice cut = guess_cut(static_cast<int>(starts.size()), 0, starts, extents[d]);
    ShardingDim dim = guessed_dim(d, cut, extents[d]);
    for (const auto& found : axes) {
      if (found.dim == d) append_axis(dim.axes, found.axis);
    }
    sharding.dims.push_back(std::move(dim));
  }
  return sharding;
}

}  // namespace relatile::placement::detail

namespace relatile::placement {

RELATILE_INLINE Sharding recognised_sharding(Placement placement, const Extents& extents) {
  const auto is_same = [&](const Sharding& guess) {
    for (int site = 0; site < placement.num_sites(); ++site) {
      const auto& own = placement.of(site);
      const Box box = guess.box(site);
      const bool holds = !own.empty() && !own[0].empty();
      if (own.size() > 1 || (holds ? !(box == own[0]) : !box.empty())) return false;
    }
    return true;
  };
  for (const auto& guess_form : {detail::guess_sharding, detail::guess_row}) {
    if (auto guess = guess_form(placement, extents); guess && is_same(*guess)) {
      return *std::move(guess);
    }
  }
  return irregular_sharding(std::move(placement));
}

}  // namespace relatile::placement
