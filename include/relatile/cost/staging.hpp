// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/byte_runs.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/cost/combine_order.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::cost {

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

/// At which end of a message a site is.
enum class MessageEnd : std::uint8_t { leaves, arrives };

/// True if what lies like this is packed before it leaves, or unpacked after it has arrived, by our
/// own copies. Longer runs MPI copies on the way, piece by piece and without memory of ours: it
/// was measured to be faster from these lengths on (benchmarks/strided_benchmark.cpp).
inline bool is_packed(const ByteRuns& runs, MessageEnd end) {
  return !runs.is_one() && runs.length < (end == MessageEnd::leaves ? 4096 : 64);
}
/// Of a region in the box of a piece.
inline bool is_packed(const Box& region, const Box& box, const tra::RelationType& type,
                      MessageEnd end) {
  return is_packed(runs_of(region, box, std::int64_t(type.block.element.size)), end);
}

/// A transfer as one of its two sites sees it: where in a piece of that site the region is, or
/// where in the staging area.
struct StagedTransfer {
  const plan::Transfer* transfer = nullptr;
  bool direct = false;
  std::int64_t offset = 0;  ///< bytes: into the piece if direct, else into the staging area
  std::int64_t bytes = 0;
  int round = 0;       ///< of messages that are combined; everything else travels in one
  ByteRuns runs = {};  ///< in the piece, if direct; staged it is one
};

/// How one site takes part in an exchange of an array: the messages that leave and arrive, and how
/// much staging memory both need. A pure function of the plan, so that memory is known before.
struct Staging {
  std::vector<StagedTransfer> outgoing;
  std::vector<StagedTransfer> incoming;
  std::int64_t bytes = 0;
  int rounds = 1;
};

namespace detail {

/// The first box that contains `region`.
inline const Box& box_holding(const std::vector<Box>& boxes, const Box& region) {
  std::size_t b = 0;
  while (b < boxes.size() && !boxes[b].contains(region)) ++b;
  RELATILE_ASSERT(b < boxes.size());
  return boxes[b];
}

/// Regions stay in place unless that `combines` them, or their runs are too short. What several
/// sites get is packed once a round. Every other round is staged in the same memory.
inline void stage(std::vector<StagedTransfer>& transfers, const std::vector<Box>& boxes,
                  const tra::RelationType& type, MessageEnd end, bool combines,
                  std::int64_t& staging) {
  const auto element_size = static_cast<std::int64_t>(type.block.element.size);
  std::stable_sort(transfers.begin(), transfers.end(),
                   [](const auto& a, const auto& b) { return a.round < b.round; });
  std::array<std::int64_t, 2> most{};  // bytes of the even rounds, and of the odd ones
  const StagedTransfer* before = nullptr;
  std::int64_t next = 0;  // in this round
  for (auto& staged : transfers) {
    const Box& region = staged.transfer->region;
    staged.bytes = type.bytes_in(region).value;
    if (!combines) {
      const Box& box = box_holding(boxes, region);
      staged.runs = runs_of(region, box, element_size);
      staged.direct = !is_packed(staged.runs, end);
      if (staged.direct) {
        staged.offset = offset_in(box, region.low) * element_size;
        continue;
      }
      staged.runs = {};
    }
    if (before && before->round != staged.round) {
      before = nullptr;
      next = 0;
    }
    if (!combines && before && before->transfer->region == region) {
      staged.offset = before->offset;
    } else {
      staged.offset = next;
      next += aligned_size(staged.bytes);
    }
    auto& slot = most[static_cast<std::size_t>(staged.round % 2)];
    slot = std::max(slot, next);
    before = &staged;
  }
  for (auto& staged : transfers) {
    if (!staged.direct) staged.offset += staging + (staged.round % 2 != 0 ? most[0] : 0);
  }
  staging += most[0] + most[1];
}

}  // namespace detail

/// The transfers of an exchange that leave a site, and those that arrive there.
struct SiteTransfers {
  std::vector<const plan::Transfer*> outgoing;
  std::vector<const plan::Transfer*> incoming;
};

inline SiteTransfers transfers_of(const plan::Exchange& exchange, int site) {
  SiteTransfers own;
  for (const auto& transfer : exchange.transfers) {
    if (transfer.from == site) own.outgoing.push_back(&transfer);
    if (transfer.to == site) own.incoming.push_back(&transfer);
  }
  return own;
}

/// Of all sites at once.
inline std::vector<SiteTransfers> transfers_by_site(const plan::Exchange& exchange, int num_sites) {
  std::vector<SiteTransfers> all(static_cast<std::size_t>(num_sites));
  for (const auto& transfer : exchange.transfers) {
    all[static_cast<std::size_t>(transfer.from)].outgoing.push_back(&transfer);
    all[static_cast<std::size_t>(transfer.to)].incoming.push_back(&transfer);
  }
  return all;
}

/// True if an exchange's output at this site is read in place from its input.
inline bool shares_array(const plan::Value& from, const plan::Value& to, int site) {
  const auto& boxes = to.placement.of(site);
  return boxes.size() == 1 && from.placement.holds(site, boxes[0]);
}

/// The boxes of the pieces in which a site has a value: those of its placement, or, where the value
/// is read in place from what an exchange had as its input, now or when it was stored, the pieces
/// of that.
inline const std::vector<Box>& pieces_of(const plan::Plan& plan, int value, int site) {
  const plan::Value& held = plan.values[static_cast<std::size_t>(value)];
  for (const auto& step : plan.steps) {
    if (step.output != value) continue;
    if (step.kind == plan::StepKind::stored) {
      const auto& stored = plan.nodes[static_cast<std::size_t>(step.node)]->value;
      if (stored && !stored->pieces.empty()) return stored->pieces[static_cast<std::size_t>(site)];
    }
    const bool moves = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
    if (!moves) break;
    const int input = step.inputs[0];
    if (!shares_array(plan.values[static_cast<std::size_t>(input)], held, site)) break;
    return pieces_of(plan, input, site);
  }
  return held.placement.of(site);
}

/// The rounds in which an exchange of an array combines; none if it only moves.
inline std::optional<CombineRounds> rounds_of(const plan::Plan& plan, const plan::Step& step) {
  const bool elements = plan.nodes[static_cast<std::size_t>(step.node)]->type.elements;
  if (!step.exchange.reduces || !elements) return std::nullopt;
  return CombineRounds(plan, step);
}

/// `transfers` are the site's own, `rounds` those of the step.
inline Staging stage_exchange(const plan::Plan& plan, const plan::Step& step, int site,
                              const SiteTransfers& transfers,
                              const std::optional<CombineRounds>& rounds) {
  const plan::Value& to = plan.values[static_cast<std::size_t>(step.output)];
  const tra::RelationType& type = plan.nodes[static_cast<std::size_t>(step.node)]->type;
  Staging staging;
  const auto add = [&](std::vector<StagedTransfer>& staged,
                       const std::vector<const plan::Transfer*>& all) {
    for (const auto* transfer : all) {
      if (!is_in_place(plan, step, *transfer)) staged.push_back({transfer});
    }
  };
  add(staging.outgoing, transfers.outgoing);
  add(staging.incoming, transfers.incoming);
  if (rounds) {
    staging.rounds = rounds->count();
    for (auto* staged : {&staging.outgoing, &staging.incoming}) {
      for (auto& t : *staged) t.round = rounds->round(*t.transfer);
    }
  }
  detail::stage(staging.outgoing, pieces_of(plan, step.inputs[0], site), type, MessageEnd::leaves,
                false, staging.bytes);
  detail::stage(staging.incoming, to.placement.of(site), type, MessageEnd::arrives,
                step.exchange.reduces, staging.bytes);
  return staging;
}

}  // namespace relatile::cost
