// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/exchanges/array.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "relatile/core/sort_stably.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/traffic.hpp"

namespace relatile::engine {

RELATILE_INLINE ArrayExchange::ArrayExchange(bool reduces, const tra::Node& node,
                                             std::vector<ArrayEnd> ends,
                                             transport::Transport& transport, Await await)
    : reduces_(reduces),
      node_(node),
      ends_(std::move(ends)),
      transport_(transport),
      await_(std::move(await)),
      sent_(transport.local_sites().size()) {}

RELATILE_INLINE void ArrayExchange::begin() {
  if (reduces_) {
    for (auto& end : ends_) sums_.emplace_back(end, *node_.reduction());
    begin_round();
    begin_round();
    return;
  }
  for (const auto& end : ends_) pack(end, 0, element_size());
  if (!part().waits_for_turn) move();
}

RELATILE_INLINE void ArrayExchange::move() {
  under_way_.push_back(begin_moves());
  begun_ = 1;
}

RELATILE_INLINE void ArrayExchange::progress() {
  bool arrived = true;  // the oldest
  for (std::size_t i = under_way_.size(); i-- > 0;) {
    arrived = !under_way_[i] || under_way_[i]->arrived();
  }
  // What is combined just now waits for a neighbour, and has called this meanwhile.
  if (under_way_.empty() || !arrived || combines_) return;
  if (!reduces_) return under_way_.front().reset();
  const bool must_wait = std::any_of(sums_.begin(), sums_.end(),
                                     [&](const Sum& sum) { return sum.must_await(ended_); });
  if (!must_wait) end_round();
}

RELATILE_INLINE void ArrayExchange::finish() {
  if (reduces_) {
    while (!under_way_.empty()) end_round();
    combines_ = true;
    for (auto& sum : sums_) sum.finish(await_);
    combines_ = false;
  } else {
    if (waits()) move();
    for (const auto& end : ends_) read_in_place(end, element_size(), await_);
    if (under_way_.front()) under_way_.front()->wait();
    for (const auto& end : ends_) keep_own(end, element_size());
    for (const auto& end : ends_) unpack(end, element_size());
  }
  count_in_place();
}

RELATILE_INLINE ArrayExchange::Sum::Sum(const ArrayEnd& end, const Reduction& reduction)
    : end_(end) {
  for (const auto& piece : end.output->pieces) {
    pieces_.emplace_back(reduction, piece, end.part->begins);
    // A later slice may be under way, too, and is not to find that nothing is there yet.
    if (end.part->in_slices) pieces_.back().begin();
  }
  for (const auto& t : end.part->staging.incoming) turns_.push_back({t.turn, &t, nullptr, nullptr});
  for (std::size_t r = 0; r < end.neighbours.size(); ++r) {
    const schedule::NeighbourRead& read = end.part->reads[r];
    turns_.push_back({read.turn, nullptr, &read, end.neighbours[r]});
  }
  turns_.push_back({end.part->own_turn, nullptr, nullptr, nullptr});
  sort_stably(turns_, [](const Turn& a, const Turn& b) { return a.number < b.number; });
}

RELATILE_INLINE void ArrayExchange::Sum::take(int round, const Await& await) {
  while (next_ < turns_.size() &&
         (!turns_[next_].message || turns_[next_].message->round <= round)) {
    take(turns_[next_++], await);
  }
}

RELATILE_INLINE bool ArrayExchange::Sum::must_await(int round) const {
  for (std::size_t i = next_; i < turns_.size(); ++i) {
    if (turns_[i].message && turns_[i].message->round > round) return false;
    if (turns_[i].read) return true;
  }
  return false;
}

RELATILE_INLINE void ArrayExchange::Sum::take(const Turn& turn, const Await& await) {
  if (turn.read) await(turn.read->transfer.from);
  if (error_) return;
  try {
    combine(turn);
  } catch (...) {
    error_ = std::current_exception();
  }
}

RELATILE_INLINE void ArrayExchange::Sum::combine(const Turn& turn) {
  for (auto& piece : pieces_) {
    if (turn.message) {
      piece.add(end_.staging + turn.message->offset, turn.message->transfer.region);
    } else if (turn.read) {
      piece.add(turn.data, turn.read->box, turn.read->transfer.region);
    } else {
      for (const auto& mine : end_.input->pieces) piece.add(mine.data.get(), mine.box);
    }
  }
}

RELATILE_INLINE transport::TransitPtr ArrayExchange::begin_moves() {
  std::vector<transport::Broadcast> broadcasts;
  std::vector<transport::Collective> calls;
  if (part().route.pattern == plan::Pattern::point_to_point) {
    return transport_.begin_point_to_point(messages_of(0), sent_, channel_of(0));
  }
  for (const auto& end : ends_) {
    if (end.part->group.empty()) continue;
    if (part().route.pattern == plan::Pattern::broadcast) {
      broadcasts.push_back(broadcast_of(end));
    } else {
      calls.push_back(collective_of(end, element_size()));
    }
  }
  switch (part().route.pattern) {
    case plan::Pattern::broadcast: return transport_.begin_broadcast(broadcasts, sent_);
    case plan::Pattern::all_gather: return transport_.begin_all_gather(calls, sent_);
    default: return transport_.begin_all_to_all(calls, sent_);
  }
}

RELATILE_INLINE std::vector<transport::Message> ArrayExchange::messages_of(int round) const {
  // In one order on both sites: no two transfers between them begin at one place.
  std::map<std::tuple<int, int, Extents>, transport::Message> by_transfer;
  const auto message = [&](const schedule::StagedTransfer& t) -> transport::Message& {
    const auto& [from, to, region] = t.transfer;
    const transport::Message fresh{from, to, nullptr, nullptr, t.bytes};
    return by_transfer.try_emplace({to, from, region.low}, fresh).first->second;
  };
  for (const auto& end : ends_) {
    for (const auto& t : end.part->staging.outgoing) {
      if (t.round != round) continue;
      message(t).source = address(t, *end.input, end.staging);
      message(t).source_runs = t.runs;
    }
    for (const auto& t : end.part->staging.incoming) {
      if (t.round != round) continue;
      message(t).target = address(t, *end.output, end.staging);
      message(t).target_runs = t.runs;
    }
  }
  std::vector<transport::Message> messages;
  for (const auto& one : by_transfer) messages.push_back(one.second);
  return messages;
}

RELATILE_INLINE void ArrayExchange::begin_round() {
  if (begun_ == part().staging.rounds) return;
  for (const auto& end : ends_) pack(end, begun_, element_size());
  under_way_.push_back(
      transport_.begin_point_to_point(messages_of(begun_), sent_, channel_of(begun_)));
  ++begun_;
}

RELATILE_INLINE void ArrayExchange::end_round() {
  if (under_way_.front()) under_way_.front()->wait();
  under_way_.erase(under_way_.begin());
  combines_ = true;
  for (auto& sum : sums_) sum.take(ended_, await_);
  combines_ = false;
  ++ended_;
  begin_round();
}

RELATILE_INLINE void ArrayExchange::count_in_place() {
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    for (const auto& read : ends_[i].part->reads) {
      sent_[i].bytes_received += node_.type.bytes_in(read.transfer.region).value;
    }
    for (const auto& shown : ends_[i].part->shown) {
      const std::int64_t bytes = node_.type.bytes_in(shown.region).value;
      sent_[i].bytes_sent += bytes;
      sent_[i].bytes_in_place += bytes;
      sent_[i].messages += plan::messages_for(Bytes{bytes}, transport_.message_limit()).value;
    }
  }
}

}  // namespace relatile::engine
