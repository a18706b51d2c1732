// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/engine/accumulator.hpp"
#include "relatile/engine/array_end.hpp"
#include "relatile/engine/collective_call.hpp"
#include "relatile/schedule/staging.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// An exchange of an array for all sites of this process, from what it sends to what it has got.
///
/// Messages are under way after begin(), or move(), and move on in progress(). What is on the same
/// host is read where it is, in finish(). Contributions are combined in a fixed order, round by
/// round: while one round is added the next is under way.
class ArrayExchange {
 public:
  /// There is at least one end. No other exchange under way has the channels of its rounds.
  ArrayExchange(bool reduces, const tra::Node& node, std::vector<ArrayEnd> ends,
                transport::Transport& transport, Await await);

  /// Sends, unless it has to wait for its turn: then it waits for move(), until finish() at most.
  void begin();
  bool takes_turns() const { return part().waits_for_turn; }
  bool waits() const { return !reduces_ && begun_ == 0; }
  void move();
  /// Whether all messages have come, and those of this site have left: as of the last progress().
  bool has_moved() const { return !waits() && (under_way_.empty() || !under_way_.front()); }

  /// Moves messages on, and combines what has come. Cheap if nothing has.
  void progress();

  void finish();

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
    Sum(const ArrayEnd& end, const Reduction& reduction);
    /// Takes the turns up to the messages of this round.
    void take(int round, const Await& await);
    void finish(const Await& await) {
      while (next_ < turns_.size()) take(turns_[next_++], await);
      for (auto& piece : pieces_) piece.begin();
    }
    std::exception_ptr error() const { return error_; }
    /// True if a turn before the messages of this round reads a neighbour's memory.
    bool must_await(int round) const;

   private:
    struct Turn {
      int number = 0;
      const schedule::StagedTransfer* message = nullptr;
      const schedule::NeighbourRead* read = nullptr;  ///< neither: own contributions
      const std::byte* data = nullptr;                ///< of what is read
    };

    void take(const Turn& turn, const Await& await);
    void combine(const Turn& turn);

    const ArrayEnd& end_;
    std::vector<Accumulator> pieces_;
    std::vector<Turn> turns_;
    std::size_t next_ = 0;
    std::exception_ptr error_;
  };

  std::int64_t element_size() const {
    return static_cast<std::int64_t>(node_.type.block.element.size);
  }
  transport::TransitPtr begin_moves();

  /// The messages of a round that local sites send or receive, in the exchange's order, which is
  /// the same on all sites.
  std::vector<transport::Message> messages_of(int round) const;

  /// What is the same on all sites, and of all ends.
  const schedule::Endpoint& part() const { return *ends_.front().part; }
  int channel_of(int round) const {
    return (part().channel + round) % transport::Transport::num_channels;
  }
  void begin_round();
  /// Waits for the oldest round, combines it and begins another in its memory.
  void end_round();

  /// Reads in place count as what they save: messages of that size.
  void count_in_place();

  bool reduces_;
  const tra::Node& node_;
  std::vector<ArrayEnd> ends_;
  transport::Transport& transport_;
  Await await_;
  std::vector<transport::Sent> sent_;
  std::vector<Sum> sums_;
  std::vector<transport::TransitPtr> under_way_;  ///< oldest first
  int begun_ = 0;                                 ///< rounds
  int ended_ = 0;
  bool combines_ = false;
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/exchanges/impl/array.hpp"
#endif
