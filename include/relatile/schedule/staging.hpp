// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/byte_runs.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/site_boxes.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/combine_order.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::schedule {

/// Visits the keys that are present in the boxes: visit(linear key, the key's unit box).
template <class Visit>
void for_each_key(const tra::RelationType& type, const Box& box, Visit&& visit) {
  for_each_coordinate(box, [&](const Key& key) {
    const std::int64_t index = linear_index(key, type.extents);
    if (type.has_key(index)) visit(index, unit_box(key));
  });
}
template <class Visit>
void for_each_key(const tra::RelationType& type, const placement::SiteBoxes& boxes, Visit&& visit) {
  for (const auto& box : boxes) for_each_key(type, box, visit);
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
  plan::Transfer transfer;
  bool direct = false;
  std::int64_t offset = 0;  ///< bytes: into the piece if direct, else into the staging area
  std::int64_t bytes = 0;
  int round = 0;       ///< of messages that are combined; everything else travels in one
  int turn = 0;        ///< of messages that are combined: when, see combine_order.hpp
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
RELATILE_INLINE Box box_holding(const placement::SiteBoxes& boxes, const Box& region);

/// Regions stay in place unless that `combines` them, or their runs are too short. What several
/// sites get is packed once a round. Every other round is staged in the same memory.
RELATILE_INLINE void stage(std::vector<StagedTransfer>& transfers,
                           const placement::SiteBoxes& boxes, const tra::RelationType& type,
                           MessageEnd end, bool combines, std::int64_t& staging);

}  // namespace detail

/// The transfers of an exchange that leave a site, and those that arrive there.
struct SiteTransfers {
  std::vector<plan::Transfer> outgoing;
  std::vector<plan::Transfer> incoming;
};

inline SiteTransfers transfers_of(const plan::Exchange& exchange, int site) {
  return {exchange.transfers.out_of(site), exchange.transfers.into(site)};
}

/// True if an exchange's output at this site is read in place from its input.
inline bool shares_array(const plan::Value& from, const plan::Value& to, int site) {
  const placement::SiteBoxes boxes = to.placement.of(site);
  return boxes.size() == 1 && from.placement.holds(site, *boxes.begin());
}

/// The boxes of the pieces in which a site has a value: those of its placement, or, where the value
/// is read in place from what an exchange had as its input, now or when it was stored, the pieces
/// of that. `makers` are the plan's.
RELATILE_INLINE placement::SiteBoxes pieces_of(const plan::Plan& plan,
                                               const std::vector<int>& makers, int value, int site);

/// The rounds in which an exchange of an array combines; none if it only moves.
RELATILE_INLINE std::optional<CombineRounds> rounds_of(const plan::Plan& plan,
                                                       const plan::Step& step);

/// An exchange of an array, as one site takes part in it.
struct SiteExchange {
  const plan::Plan& plan;
  const std::vector<int>& makers;  ///< the plan's
  const plan::Step& step;
  int site;
  const SiteTransfers& transfers;              ///< the site's own
  const std::optional<CombineRounds>& rounds;  ///< of the step
};

/// Where what arrives is held in `borders`, these are the site's pieces.
RELATILE_INLINE Staging stage_exchange(const SiteExchange& exchange,
                                       const std::vector<Box>& borders);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/staging.hpp"
#endif
