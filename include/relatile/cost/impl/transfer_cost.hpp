// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/transfer_cost.hpp"

#include "relatile/cost/union_count.hpp"
#include "relatile/placement/tree_reduction.hpp"

namespace relatile::cost {

RELATILE_INLINE TransferCosts::TransferCosts(const tra::RelationType& type) : type_(type) {
  if (type.elements) {
    unit_ = std::int64_t(type.block.element.size);
    return;
  }
  if (type.num_keys() == 0 || type.has_holes()) return;
  unit_ = type.bytes_of_key(0).value;
  for (std::int64_t k = 1; k < type.num_keys(); ++k) {
    if (type.bytes_of_key(k).value != unit_) unit_ = -1;
    if (unit_ < 0) return;
  }
}

RELATILE_INLINE TransferCost TransferCosts::move(const placement::Sharding& have,
                                                 const placement::Sharding& need) const {
  if (have == need) return {};
  if (unit_ >= 0) {
    if (const auto overlap = aligned_overlap(have, need, type_.extents)) {
      return aligned_move(*overlap);
    }
  }
  TransferCost result = unit_ >= 0 && !have.irregular && !need.irregular
                            ? regular_move(have, need)
                            : move(have.boxes(), need.boxes());
  if (is_everything(need) && result.receivers > 1) {
    result.pattern = result.senders == 1 ? plan::Pattern::broadcast : plan::Pattern::all_gather;
  }
  return result;
}

RELATILE_INLINE TransferCost TransferCosts::move(const placement::Placement& have,
                                                 const placement::Placement& need) const {
  TransferCost result;
  std::int64_t most = 0;
  for (int site = 0; site < need.num_sites(); ++site) {
    std::int64_t missing = 0;
    for (const auto& wanted : need.of(site)) {
      if (wanted.empty()) continue;
      missing += bytes(wanted);
      for (const auto& own : have.of(site)) missing -= bytes(intersect(wanted, own));
    }
    result.bytes += missing;
    most = std::max(most, missing);
    result.senders += have.of(site).empty() ? 0 : 1;
    result.receivers += need.of(site).empty() ? 0 : 1;
  }
  result.busiest = std::max(most, per(result.bytes, result.senders));
  result.partners = std::max({result.senders, result.receivers, 2}) - 1;
  return result;
}

RELATILE_INLINE TransferCost TransferCosts::move_all(
    const placement::Sharding& have, std::span<const placement::Sharding* const> parts) const {
  if (parts.size() > 2 || have.irregular) return move_all(have, PartsTogether(parts));
  return move_of(sums_of_both(have, *parts[0], *parts[1]), parts_met_together(have, parts));
}

RELATILE_INLINE TransferCost TransferCosts::move_all(const placement::Sharding& have,
                                                     const PartsTogether& together) const {
  const SiteSums sums = together.sums(have);
  return move_of(sums, have.irregular ? std::int64_t{sums.senders}
                                      : parts_met_together(have, together.parts()));
}

RELATILE_INLINE bool TransferCosts::joins_from(const placement::Sharding& have) const {
  if (unit_ < 0 || !have.irregular) return unit_ >= 0;
  std::int64_t boxes = 0;
  for (int site = 0; site < have.num_sites; ++site) boxes += std::ssize(have.irregular->of(site));
  return boxes <= most_boxes_joined * have.num_sites;
}

RELATILE_INLINE TransferCost TransferCosts::reduce(placement::Sharding partial,
                                                   const placement::Sharding& target) const {
  TransferCost all;
  while (auto sums = placement::tree_reduction_stage(partial, target)) {
    append(all, reduce_at_once(partial, *sums));
    partial = *std::move(sums);
  }
  append(all, reduce_at_once(partial, target));
  return all;
}

RELATILE_INLINE TransferCost TransferCosts::reduce(const placement::Placement& partial,
                                                   const placement::Placement& target) const {
  std::int64_t total = 0;
  int senders = 0;
  int receivers = 0;
  for (int site = 0; site < target.num_sites(); ++site) {
    senders += partial.of(site).empty() ? 0 : 1;
    receivers += target.of(site).empty() ? 0 : 1;
    for (const auto& part : partial.of(site)) {
      total += bytes(part);
      for (const auto& own : target.of(site)) total -= bytes(intersect(part, own));
    }
  }
  return reduction(total, senders, receivers);
}

RELATILE_INLINE TransferCost TransferCosts::reduce_at_once(
    const placement::Sharding& partial, const placement::Sharding& target) const {
  if (unit_ >= 0) {
    if (const auto overlap = aligned_overlap(partial, target, type_.extents)) {
      const std::int64_t contributed = overlap->first_share * overlap->first_sites;
      TransferCost result = reduction((contributed - overlap->common * overlap->meeting) * unit_,
                                      overlap->first_sites, overlap->second_sites);
      const std::int64_t sums = overlap->second_share * overlap->second_sites;
      const std::int64_t contributions = contributed / std::max<std::int64_t>(sums, 1);
      result.partners = partners(contributions * overlap->parts_met, result, overlap->meeting);
      return result;
    }
  }
  TransferCost result = unit_ >= 0 && !partial.irregular && !target.irregular
                            ? regular_reduction(partial, target)
                            : reduce(partial.boxes(), target.boxes());
  const auto contributions = placement::copies_of_each(partial, type_.extents);
  const auto sums = placement::copies_of_each(target, type_.extents);
  if (contributions) {
    result.partners = partners(*contributions / sums.value_or(1), result, result.receivers);
  }
  return result;
}

RELATILE_INLINE void TransferCosts::append(TransferCost& all, const TransferCost& stage) {
  all.bytes += stage.bytes;
  all.busiest += stage.busiest;
  all.partners += stage.partners;
  all.senders = std::max(all.senders, stage.senders);
  all.receivers = stage.receivers;
}

RELATILE_INLINE int TransferCosts::partners(std::int64_t parts, const TransferCost& move,
                                            int meeting) {
  const std::int64_t from = parts - (meeting < move.receivers ? 0 : 1);
  const std::int64_t to = per(parts * move.receivers - meeting, move.senders);
  return static_cast<int>(std::max<std::int64_t>({from, to, 1}));
}

RELATILE_INLINE TransferCost TransferCosts::aligned_move(const AlignedOverlap& overlap) const {
  const std::int64_t needed = overlap.second_share * unit_;
  const std::int64_t kept = overlap.common * unit_;
  const std::int64_t total = needed * overlap.second_sites - kept * overlap.meeting;
  const std::int64_t most = overlap.meeting < overlap.second_sites ? needed : needed - kept;
  TransferCost result{total, total == 0 ? 0 : std::max(most, per(total, overlap.first_sites)),
                      overlap.first_sites, overlap.second_sites};
  result.partners = partners(overlap.parts_met, result, overlap.meeting);
  // Whole parts come together where they lie, or where one of them lies.
  const bool all_own = overlap.meeting == overlap.first_sites;
  if (overlap.common == overlap.first_share && all_own) {
    if (overlap.meeting == overlap.second_sites) result.pattern = plan::Pattern::all_gather;
    if (overlap.common == overlap.second_share) result.pattern = plan::Pattern::broadcast;
  }
  return result;
}

RELATILE_INLINE std::int64_t TransferCosts::parts_met(const placement::Sharding& have,
                                                      const Box& need) {
  const SiteRanges range_held(have);
  const int fullest = have.fullest_site();
  std::int64_t parts = 1;
  for (int d = 0; d < need.rank(); ++d) {
    const Range here = range_held(static_cast<std::size_t>(d), fullest);
    const std::int64_t held = std::max<std::int64_t>(detail::length(here), 1);
    const std::int64_t wanted = std::max<std::int64_t>(need.high[d] - need.low[d], 0);
    parts *= std::max<std::int64_t>((wanted + held - 1) / held, 1);
    // A site may have little where cuts are uneven; there are no more parts than sites.
    parts = std::min<std::int64_t>(parts, have.num_sites);
  }
  return parts;
}

RELATILE_INLINE std::int64_t TransferCosts::parts_met_together(
    const placement::Sharding& have, std::span<const placement::Sharding* const> parts) {
  const int fullest = parts.front()->fullest_site();
  Box around = parts.front()->box(fullest);
  std::int64_t met = 0;
  detail::UnionCount wanted(parts.front()->dims.size());
  for (const auto* part : parts) {
    const Box box = part->box(fullest);
    met += parts_met(have, box);
    wanted.add([&](std::size_t d) {
      return Range{box.low[static_cast<int>(d)], box.high[static_cast<int>(d)]};
    });
    around = box_around(around, box);
  }
  // Counting takes longer than seeing that one box around all would not be fewer parts.
  const std::int64_t met_as_one = parts_met(have, around);
  return met_as_one < met && placement::is_used(around, wanted.count()) ? met_as_one : met;
}

RELATILE_INLINE TransferCost TransferCosts::regular_move(const placement::Sharding& have,
                                                         const placement::Sharding& need) const {
  return move_of(sums_of(have, need), parts_met(have, need.box(need.fullest_site())));
}

RELATILE_INLINE TransferCost TransferCosts::move_of(const SiteSums& sums,
                                                    std::int64_t parts) const {
  TransferCost result;
  result.bytes = (sums.wanted - sums.kept) * unit_;
  result.senders = sums.senders;
  result.receivers = sums.receivers;
  result.busiest = std::max(sums.most_missing * unit_, per(result.bytes, result.senders));
  result.partners = partners(parts, result, sums.meeting);
  return result;
}

RELATILE_INLINE TransferCost TransferCosts::regular_reduction(
    const placement::Sharding& partial, const placement::Sharding& target) const {
  // What arrives at a site is not what it lacks but what others contribute to what it holds.
  const SiteSums sums = sums_of(target, partial);
  return reduction((sums.wanted - sums.kept) * unit_, sums.receivers, sums.senders);
}

RELATILE_INLINE SiteSums TransferCosts::sums_of(const placement::Sharding& have,
                                                const placement::Sharding& need) {
  if (need.num_sites > few_sites) {
    if (const auto sums = sums_by_axes(have, need)) return *sums;
  }
  return sums_by_site(have, need);
}

}  // namespace relatile::cost
