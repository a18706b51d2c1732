// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/transfers.hpp"
#include "relatile/strategy/classify.hpp"
#include "relatile/strategy/holders.hpp"

namespace relatile::strategy {

/// Moves what sites need and do not hold: the general form of BCAST and SHUF [tra21, section 3].
///
/// A region that several sites hold is taken from the replica with the same number as the
/// receiver has among the holders of its own box, so that mesh axes that replicate never talk to
/// each other; a receiver without a box spreads over the replicas.
class Redistribution : public plan::TransferRule {
 public:
  Redistribution(placement::Placement have, placement::Placement need);
  /// Of what another redistribution moves, too.
  Redistribution(const Redistribution& other, placement::Placement need);

  int num_sites() const override { return need_.num_sites(); }
  RELATILE_INLINE std::vector<plan::Transfer> into(int site) const override;
  RELATILE_INLINE std::vector<plan::Transfer> out_of(int site) const override;
  RELATILE_INLINE std::shared_ptr<const plan::TransferRule> indexed() const override;

 private:
  /// What a site needs and does not hold, of one of the boxes that it needs.
  std::vector<Box> missing_of(int site, const Box& wanted) const;
  /// The site that `to` gets a box of the sources from.
  int sender(const Replicas& source, int to) const;
  /// Where boxes of the sources overlap, the first of them that has an element sends it.
  void add_first_sources(int to, std::vector<Box> missing, std::vector<plan::Transfer>& into) const;
  void add_into(int from, int to, std::vector<plan::Transfer>& out) const;

  placement::Placement have_;
  placement::Placement need_;
  std::shared_ptr<const Holders> sources_;
  std::shared_ptr<const Holders> targets_;  ///< null: not indexed
};

RELATILE_INLINE plan::Exchange redistribute(const placement::Placement& have,
                                            const placement::Placement& need,
                                            const Visit& visit = {});

/// What `exchange`, a redistribution, moves, to sites that need something else of it.
RELATILE_INLINE plan::Exchange redistribute_again(const plan::Exchange& exchange,
                                                  const placement::Placement& have,
                                                  const placement::Placement& need,
                                                  const Visit& visit = {});

}  // namespace relatile::strategy

#if defined(RELATILE_DEFINITIONS)
#include "relatile/strategy/impl/redistribute.hpp"
#endif
