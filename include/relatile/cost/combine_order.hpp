// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "relatile/cost/in_place.hpp"
#include "relatile/plan/check_exchange.hpp"

namespace relatile::cost {

/// In which order the contributions to a site's part are combined, whichever arrives first: the
/// number of a contribution's turn, from its sender and receiver. Where parts are disjoint the
/// sites take turns by their distance, own contributions first, so that in every turn each site
/// sends to another one; so do those that get contributions only of some. Elements of which several
/// sites get the whole sum must be combined alike everywhere: there turns are numbers of senders.
class CombineOrder {
 public:
  explicit CombineOrder(const plan::Value& target) : num_sites_(target.placement.num_sites()) {
    std::vector<Box> all;
    for (const auto& boxes : target.placement.boxes) {
      all.insert(all.end(), boxes.begin(), boxes.end());
    }
    by_distance_ = target.partial || plan::disjoint(all);
  }
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

  CombineRounds(const plan::Plan& plan, const plan::Step& step)
      : order_(plan.values[static_cast<std::size_t>(step.output)]) {
    const tra::RelationType& type = plan.nodes[static_cast<std::size_t>(step.node)]->type;
    std::map<int, std::map<int, std::int64_t>> received;  // per turn and site, bytes
    for (const auto& transfer : step.exchange.transfers) {
      if (is_in_place(plan, step, transfer)) continue;
      received[order_.turn(transfer.from, transfer.to)][transfer.to] +=
          type.bytes_in(transfer.region).value;
    }
    std::map<int, std::int64_t> in_round;  // per site
    for (const auto& [turn, sites] : received) {
      bool fits = count_ > 0;
      for (const auto& [site, bytes] : sites) fits = fits && in_round[site] + bytes <= round_bytes;
      if (!fits) {
        in_round.clear();
        ++count_;
      }
      for (const auto& [site, bytes] : sites) in_round[site] += bytes;
      round_of_turn_[turn] = count_ - 1;
    }
  }

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

}  // namespace relatile::cost
