// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/interleaved.hpp"

#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::transport::detail {

RELATILE_INLINE bool are_interleaved(const FileArray& array, std::span<const Box> boxes) {
  constexpr std::int64_t long_run = 64 * 1024;  // bytes
  constexpr std::int64_t few_runs = 16;
  constexpr std::int64_t most_waste = 8;  // bytes read for each one that is wanted
  bool short_runs = false;
  std::int64_t wanted = 0;
  for (const Box& box : boxes) {
    if (box.empty()) continue;
    const std::int64_t run = Runs(array.extents, box).length;
    short_runs |= run < long_run / array.element_size && box.count() / run > few_runs;
    wanted += box.count();
  }
  if (!short_runs) return false;
  Box hull = hull_of(boxes, array.extents.rank());
  for (auto& high : hull.high) --high;  // the last coordinate
  const std::int64_t first = linear_index(hull.low, array.extents);
  return (linear_index(hull.high, array.extents) - first) / most_waste < wanted;
}

RELATILE_INLINE Interleaved::Interleaved(Transport& sites, const FileArray& array,
                                         std::vector<Box> boxes)
    : sites_(sites),
      array_(array),
      boxes_(std::move(boxes)),
      hull_(hull_of(boxes_, array.extents.rank())),
      most_(most_in_a_stretch(sites.num_sites(), array.element_size)),
      stretches_(array.extents, most_),
      round_(boxes_.size()),
      local_of_(boxes_.size()),
      sent_(sites.local_sites().size()) {
  for (const int site : sites.local_sites()) local_.push_back(make_local(site));
  for (auto& local : local_) nth(local_of_, local.site) = &local;
  parts_.reserve(2 * local_.size() * boxes_.size());
  messages_.reserve(parts_.capacity());
}

RELATILE_INLINE Interleaved::Local Interleaved::make_local(int site) const {
  const auto buffer = [&](std::int64_t elements) {
    return std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(elements * unit()));
  };
  Local local;
  local.site = site;
  local.box = nth(boxes_, site);
  local.stage = buffer(most_);
  std::int64_t held = 0;
  for (const Box& box : boxes_) held += std::min(box.count(), most_);
  local.held = buffer(held);
  local.owned = buffer(std::min(local.box.count(), most_ * sites_.num_sites()));
  return local;
}

RELATILE_INLINE bool Interleaved::next_round() {
  for (Box& stretch : round_) {
    do {
      stretch = stretches_[next_stretch_++];
    } while (next_stretch_ < stretches_.count() && intersect(stretch, hull_).empty());
    if (intersect(stretch, hull_).empty()) stretch = Box::nothing(hull_.rank());
  }
  parts_.clear();
  for (Local& local : local_) {
    local.stretch = nth(round_, local.site);
    local.next_held = local.held.get();
    local.next_owned = local.owned.get();
  }
  const int num_sites = sites_.num_sites();
  for (const Local& local : local_) {
    for (int other = 0; other < num_sites; ++other) add_part(local.site, other);
    for (int other = 0; other < num_sites; ++other) {
      const bool is_local = nth(local_of_, other) != nullptr;
      if (!is_local) add_part(other, local.site);
    }
  }
  return !round_.front().empty();
}

RELATILE_INLINE void Interleaved::add_part(int holder, int owner) {
  const Box box = intersect(nth(round_, holder), nth(boxes_, owner));
  if (box.empty()) return;
  Part part{box, holder, owner, nth(local_of_, holder), nth(local_of_, owner)};
  const std::int64_t bytes = box.count() * unit();
  const auto take = [&](std::byte*& next) { return std::exchange(next, next + bytes); };
  if (part.holder != nullptr) part.held = take(part.holder->next_held);
  if (part.owner != nullptr) part.owned = take(part.owner->next_owned);
  parts_.push_back(part);
}

RELATILE_INLINE void Interleaved::exchange(int Part::*from, std::byte* Part::*source, int Part::*to,
                                           std::byte* Part::*target) {
  messages_.clear();
  for (const Part& part : parts_) {
    messages_.push_back(
        {part.*from, part.*to, part.*source, part.*target, part.box.count() * unit()});
  }
  sites_.point_to_point(messages_, sent_);
}

}  // namespace relatile::transport::detail
