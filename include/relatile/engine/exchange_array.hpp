// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <exception>
#include <map>
#include <utility>
#include <vector>

#include "relatile/engine/accumulator.hpp"
#include "relatile/engine/array_end.hpp"
#include "relatile/engine/collective_call.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// An exchange of an array for all sites of this process, from what it sends to what it has got.
///
/// Messages are under way after begin() and move on in progress(). What is on the same host is read
/// where it is, in finish(). Contributions are combined in a fixed order, round by round: while one
/// round is added the next is under way.
class ArrayExchange {
 public:
  /// `channel` is the first of as many as it has rounds; no other exchange under way has these.
  ArrayExchange(const plan::Exchange& exchange, const tra::Node& node, Route route,
                std::vector<ArrayEnd> ends, transport::Transport& transport, int channel,
                Await await)
      : exchange_(exchange),
        node_(node),
        route_(route),
        ends_(std::move(ends)),
        transport_(transport),
        channel_(channel),
        await_(std::move(await)),
        sent_(transport.local_sites().size()) {}

  void begin() {
    if (exchange_.reduces) {
      for (auto& end : ends_) sums_.emplace_back(end, *node_.reduction);
      begin_round();
      begin_round();
      return;
    }
    for (const auto& end : ends_) pack(end, 0, element_size());
    under_way_.push_back(begin_moves());
  }

  /// Moves messages on, and combines what has come. Cheap if nothing has.
  void progress() {
    bool arrived = true;  // the oldest
    for (std::size_t i = under_way_.size(); i-- > 0;) {
      arrived = !under_way_[i] || under_way_[i]->arrived();
    }
    // What is combined just now waits for a neighbour, and has called this meanwhile.
    if (under_way_.empty() || !arrived || combines_) return;
    if (!exchange_.reduces) return under_way_.front().reset();
    const bool must_wait = std::any_of(sums_.begin(), sums_.end(),
                                       [&](const Sum& sum) { return sum.must_await(ended_); });
    if (!must_wait) end_round();
  }

  void finish() {
    if (exchange_.reduces) {
      while (!under_way_.empty()) end_round();
      combines_ = true;
      for (auto& sum : sums_) sum.finish(await_);
      combines_ = false;
    } else {
      for (const auto& end : ends_) read_in_place(end, element_size(), await_);
      if (under_way_.front()) under_way_.front()->wait();
      for (const auto& end : ends_) keep_own(end, element_size());
      for (const auto& end : ends_) unpack(end, element_size());
    }
    count_in_place();
  }

  /// What a kernel that combines threw first on the process's site number `i`. It skips no message.
  std::exception_ptr error(std::size_t i) const {
    return i < sums_.size() ? sums_[i].error() : nullptr;
  }
  /// Per local site, all that this exchange sent.
  const std::vector<transport::Sent>& sent() const { return sent_; }

 private:
  /// What one site's contributions are combined into, in the order of their turns.
  class Sum {
   public:
    Sum(const ArrayEnd& end, const Reduction& reduction) : end_(end) {
      for (const auto& piece : end.output->pieces) {
        pieces_.emplace_back(reduction, piece, end.begins);
      }
      for (const auto& t : end.staged.incoming) {
        turns_.push_back({end.order->turn(t.transfer->from, end.site), &t, nullptr});
      }
      for (const auto& read : end.in_place) {
        turns_.push_back({end.order->turn(read.transfer->from, end.site), nullptr, &read});
      }
      turns_.push_back({end.order->turn(end.site, end.site), nullptr, nullptr});
      std::stable_sort(turns_.begin(), turns_.end(),
                       [](const Turn& a, const Turn& b) { return a.number < b.number; });
    }
    /// Takes the turns up to the messages of this round.
    void take(int round, const Await& await) {
      while (next_ < turns_.size() &&
             (!turns_[next_].message || turns_[next_].message->round <= round)) {
        take(turns_[next_++], await);
      }
    }
    void finish(const Await& await) {
      while (next_ < turns_.size()) take(turns_[next_++], await);
      for (auto& piece : pieces_) piece.begin();
    }
    std::exception_ptr error() const { return error_; }
    /// True if a turn before the messages of this round reads a neighbour's memory.
    bool must_await(int round) const {
      for (std::size_t i = next_; i < turns_.size(); ++i) {
        if (turns_[i].message && turns_[i].message->round > round) return false;
        if (turns_[i].read) return true;
      }
      return false;
    }

   private:
    struct Turn {
      int number = 0;
      const cost::StagedTransfer* message = nullptr;
      const InPlaceRead* read = nullptr;  ///< neither: own contributions
    };

    void take(const Turn& turn, const Await& await) {
      if (turn.read) await(turn.read->transfer->from);
      if (error_) return;
      try {
        combine(turn);
      } catch (...) {
        error_ = std::current_exception();
      }
    }
    void combine(const Turn& turn) {
      for (auto& piece : pieces_) {
        if (turn.message) {
          piece.add(end_.staging + turn.message->offset, turn.message->transfer->region);
        } else if (turn.read) {
          piece.add(turn.read->data, turn.read->box, turn.read->transfer->region);
        } else {
          for (const auto& mine : end_.input->pieces) piece.add(mine.data.get(), mine.box);
        }
      }
    }

    const ArrayEnd& end_;
    std::vector<Accumulator> pieces_;
    std::vector<Turn> turns_;
    std::size_t next_ = 0;
    std::exception_ptr error_;
  };

  std::int64_t element_size() const {
    return static_cast<std::int64_t>(node_.type.block.element.size);
  }
  transport::TransitPtr begin_moves() {
    std::vector<transport::Broadcast> broadcasts;
    std::vector<transport::Collective> calls;
    if (route_.pattern == plan::Pattern::point_to_point) {
      return transport_.begin_point_to_point(messages_of(0), sent_, channel_of(0));
    }
    const bool gathers = route_.pattern == plan::Pattern::all_gather;
    for (const auto& end : ends_) {
      const std::vector<int> group = group_of(exchange_, end.site);
      if (group.empty()) continue;
      if (route_.pattern == plan::Pattern::broadcast) {
        broadcasts.push_back(broadcast_of(end, group, route_.any_strided));
      } else {
        calls.push_back(collective_of(end, group, gathers, element_size()));
      }
    }
    switch (route_.pattern) {
      case plan::Pattern::broadcast: return transport_.begin_broadcast(broadcasts, sent_);
      case plan::Pattern::all_gather: return transport_.begin_all_gather(calls, sent_);
      default: return transport_.begin_all_to_all(calls, sent_);
    }
  }

  /// The messages of a round that local sites send or receive, in the exchange's order, which is
  /// the same on all sites.
  std::vector<transport::Message> messages_of(int round) const {
    std::map<const plan::Transfer*, transport::Message> by_transfer;
    const auto message = [&](const cost::StagedTransfer& t) -> transport::Message& {
      const transport::Message fresh{t.transfer->from, t.transfer->to, nullptr, nullptr, t.bytes};
      return by_transfer.try_emplace(t.transfer, fresh).first->second;
    };
    for (const auto& end : ends_) {
      for (const auto& t : end.staged.outgoing) {
        if (t.round != round) continue;
        message(t).source = address(t, *end.input, end.staging);
        message(t).source_runs = t.runs;
      }
      for (const auto& t : end.staged.incoming) {
        if (t.round != round) continue;
        message(t).target = address(t, *end.output, end.staging);
        message(t).target_runs = t.runs;
      }
    }
    std::vector<transport::Message> messages;
    for (const auto& one : by_transfer) messages.push_back(one.second);
    return messages;
  }

  int channel_of(int round) const {
    return (channel_ + round) % transport::Transport::num_channels;
  }
  void begin_round() {
    if (begun_ == ends_.front().staged.rounds) return;
    for (const auto& end : ends_) pack(end, begun_, element_size());
    under_way_.push_back(
        transport_.begin_point_to_point(messages_of(begun_), sent_, channel_of(begun_)));
    ++begun_;
  }
  /// Waits for the oldest round, combines it and begins another in its memory.
  void end_round() {
    if (under_way_.front()) under_way_.front()->wait();
    under_way_.erase(under_way_.begin());
    combines_ = true;
    for (auto& sum : sums_) sum.take(ended_, await_);
    combines_ = false;
    ++ended_;
    begin_round();
  }

  /// Reads in place count as what they save: messages of that size.
  void count_in_place() {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      for (const auto& read : ends_[i].in_place) {
        sent_[i].bytes_received += node_.type.bytes_in(read.transfer->region).value;
      }
      for (const auto* shown : ends_[i].shown) {
        const std::int64_t bytes = node_.type.bytes_in(shown->region).value;
        sent_[i].bytes_sent += bytes;
        sent_[i].bytes_in_place += bytes;
        sent_[i].messages += plan::messages_for(Bytes{bytes}, transport_.message_limit()).value;
      }
    }
  }

  const plan::Exchange& exchange_;
  const tra::Node& node_;
  Route route_;
  std::vector<ArrayEnd> ends_;
  transport::Transport& transport_;
  int channel_;
  Await await_;
  std::vector<transport::Sent> sent_;
  std::vector<Sum> sums_;
  std::vector<transport::TransitPtr> under_way_;  ///< oldest first
  int begun_ = 0;                                 ///< rounds
  int ended_ = 0;
  bool combines_ = false;
};

}  // namespace relatile::engine
