// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <map>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::schedule {

/// In which order the contributions to a site's part are combined, whichever arrives first: the
/// number of a contribution's turn, from its sender and receiver. Where parts are disjoint the
/// sites take turns by their distance, own contributions first, so that in every turn each site
/// sends to another one; so do those that get contributions only of some. Elements of which several
/// sites get the whole sum must be combined alike everywhere: there turns are numbers of senders.
class CombineOrder {
 public:
  explicit CombineOrder(const plan::Value& target);
  int turn(int from, int to) const {
    return by_distance_ ? (from - to + num_sites_) % num_sites_ : from;
  }

 private:
  int num_sites_;
  bool by_distance_;
};

/// Turns whose messages travel together: those of one round have the same number.
///
/// While one round is combined the next arrives, so a site needs memory for two. A round has more
/// than one turn only as long as no site gets more than `round_bytes` in it.
class CombineRounds {
 public:
  static constexpr std::int64_t round_bytes = std::int64_t(1) << 18;

  CombineRounds(const plan::Plan& plan, const plan::Step& step);

  const CombineOrder& order() const { return order_; }
  int count() const { return count_; }
  int round(const plan::Transfer& transfer) const {
    return round_of_turn_.at(order_.turn(transfer.from, transfer.to));
  }

 private:
  CombineOrder order_;
  std::map<int, int> round_of_turn_;
  int count_ = 0;
};

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/combine_order.hpp"
#endif
