// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/memory.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::engine {

/// Visits the keys that are present in the boxes: visit(linear key, the key's unit box).
template <class Visit>
void for_each_key(const tra::RelationType& type, const std::vector<Box>& boxes, Visit&& visit) {
  for (const auto& box : boxes) {
    for_each_coordinate(box, [&](const Key& key) {
      const std::int64_t index = linear_index(key, type.extents);
      if (!type.has_key(index)) return;
      visit(index, unit_box(key));
    });
  }
}

/// A transfer as one of its two sites sees it: where in that site's memory the region starts if it
/// is one run of one piece, or where in the staging area it is packed.
struct StagedTransfer {
  const plan::Transfer* transfer = nullptr;
  bool direct = false;
  std::int64_t offset = 0;  ///< bytes: into the piece if direct, else into the staging area
  std::int64_t bytes = 0;
};

/// How one site takes part in an exchange of an array: what leaves, what arrives, and how much
/// staging memory both need. A pure function of the plan, so that memory is known before.
struct Staging {
  std::vector<StagedTransfer> outgoing;
  std::vector<StagedTransfer> incoming;
  std::int64_t bytes = 0;
  /// All-gather only: MPI also writes a member's own part where that member receives.
  std::int64_t own_bytes = 0;
  std::int64_t own_offset = 0;
};

namespace detail {

/// The first box that contains `region`.
inline const Box& box_holding(const std::vector<Box>& boxes, const Box& region) {
  std::size_t b = 0;
  while (!boxes[b].contains(region)) ++b;
  return boxes[b];
}

/// Regions in place if every one of them is a run of its piece; otherwise all are packed: a
/// collective has one base address for all of them.
inline void stage(std::vector<StagedTransfer>& transfers, const std::vector<Box>& boxes,
                  const tra::RelationType& type, bool never_direct, std::int64_t& staging) {
  bool direct = !never_direct;
  for (const auto& staged : transfers) {
    const Box& region = staged.transfer->region;
    direct = direct && kernel::is_contiguous(region, box_holding(boxes, region));
  }
  for (auto& staged : transfers) {
    const Box& region = staged.transfer->region;
    staged.direct = direct;
    staged.bytes = type.bytes_in(region).value;
    if (direct) {
      staged.offset = kernel::offset_in(box_holding(boxes, region), region.low) *
                      std::int64_t(type.block.element.size);
    } else {
      staged.offset = staging;
      staging += aligned_size(staged.bytes);
    }
  }
}

}  // namespace detail

inline Staging stage_exchange(const plan::Plan& plan, const plan::Step& step, int site) {
  const plan::Value& from = plan.values[static_cast<std::size_t>(step.inputs[0])];
  const plan::Value& to = plan.values[static_cast<std::size_t>(step.output)];
  const tra::RelationType& type = plan.nodes[static_cast<std::size_t>(step.node)]->type;
  Staging staging;
  for (const auto& transfer : step.exchange.transfers) {
    if (transfer.from == site) staging.outgoing.push_back({&transfer, false, 0, 0});
    if (transfer.to == site) staging.incoming.push_back({&transfer, false, 0, 0});
  }
  const bool pieces = from.placement.of(site).size() > 1;
  detail::stage(staging.outgoing, from.placement.of(site), type, pieces, staging.bytes);
  const bool gathers =
      step.exchange.pattern == plan::Pattern::all_gather && !staging.incoming.empty();
  plan::Transfer own{site, site, {}};
  if (gathers) {
    own.region = from.placement.of(site).front();
    staging.incoming.push_back({&own, false, 0, 0});
  }
  detail::stage(staging.incoming, to.placement.of(site), type,
                step.exchange.reduces || to.placement.of(site).size() > 1, staging.bytes);
  if (gathers) {
    staging.own_bytes = staging.incoming.back().bytes;
    staging.own_offset = staging.incoming.back().offset;
    staging.incoming.pop_back();
  }
  return staging;
}

/// The bytes of scratch that a step needs on a site while it runs.
inline std::int64_t staging_bytes(const plan::Plan& plan, const plan::Step& step, int site) {
  if (step.kind != plan::StepKind::exchange) return 0;
  const tra::RelationType& type = plan.nodes[static_cast<std::size_t>(step.node)]->type;
  if (type.elements) return stage_exchange(plan, step, site).bytes;
  if (!step.exchange.reduces || type.block.object) return 0;
  std::int64_t total = 0;  // contributions that arrive, before they are combined
  for (const auto& transfer : step.exchange.transfers) {
    if (transfer.to != site) continue;
    for_each_key(type, {transfer.region}, [&](std::int64_t key, const Box&) {
      total += aligned_size(type.bytes_of_key(key).value);
    });
  }
  return total;
}

}  // namespace relatile::engine
