// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/exchange.hpp"

namespace relatile::strategy {

/// Told of every transfer while an exchange is made, so that what is to be counted of thousands of
/// sites need not go through them again.
using Visit = std::function<void(const plan::Transfer&)>;

/// The sites that exchange something with each other, directly or through others: the groups on
/// which a collective could run.
class ConnectedSites {
 public:
  explicit ConnectedSites(int num_sites);
  void connect(int a, int b);
  std::vector<std::vector<int>> groups() const;

 private:
  int leader_of(int site) const;

  std::vector<int> leader_;  ///< per site, one of its group with a lower number, or itself
};

/// True if some site has two regions for one other, of which a collective could carry one.
RELATILE_INLINE bool has_repeated_pair(std::vector<std::vector<int>> senders);

/// Recognises an exchange of arrays that is a broadcast or an all-gather in every group, and an
/// all-to-all where most pairs of a group talk; everything else goes point to point. Goes through
/// the transfers once, whatever they are.
RELATILE_INLINE void classify(plan::Exchange& exchange, const placement::Placement& have,
                              const placement::Placement& need, const Visit& visit = {});

/// Makes messages of an exchange that is no broadcast and no all-gather: those can wait for others,
/// where all sites have to begin collectives in one order. False, and nothing is done, if it is
/// one.
RELATILE_INLINE bool make_messages(plan::Exchange& exchange);

}  // namespace relatile::strategy

#if defined(RELATILE_DEFINITIONS)
#include "relatile/strategy/impl/classify.hpp"
#endif
