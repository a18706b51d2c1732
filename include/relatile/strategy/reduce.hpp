// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/plan/transfers.hpp"
#include "relatile/strategy/classify.hpp"
#include "relatile/strategy/holders.hpp"

namespace relatile::strategy {

/// Brings the contributions of a partial value together where `target` places the result: a
/// reduce-scatter if the targets are disjoint parts, a reduce if one site gets all. Every
/// contribution to a place comes from a different site; sites that computed nothing contribute
/// nothing. The second phase of the two-phase aggregate, rule R2-5 of [tra21].
class Reduction : public plan::TransferRule {
 public:
  Reduction(placement::Placement partial, placement::Placement target);

  int num_sites() const override { return target_.num_sites(); }
  RELATILE_INLINE std::vector<plan::Transfer> into(int site) const override;
  RELATILE_INLINE std::vector<plan::Transfer> out_of(int site) const override;
  RELATILE_INLINE std::shared_ptr<const plan::TransferRule> indexed() const override;

 private:
  void add_into(int from, int to, std::vector<plan::Transfer>& out) const;

  placement::Placement partial_;
  placement::Placement target_;
  std::shared_ptr<const Holders> contributors_;
  std::shared_ptr<const Holders> targets_;  ///< null: not indexed
};

/// The same where sums are partial still, each holding part of the contributions: a contribution
/// goes to the holder of the sum that has the number, counted around, that its sender has among
/// those who contribute to the same.
class StagedReduction : public plan::TransferRule {
 public:
  StagedReduction(const placement::Placement& partial, const placement::Placement& sums);

  int num_sites() const override { return num_sites_; }
  RELATILE_INLINE std::vector<plan::Transfer> into(int site) const override;
  RELATILE_INLINE std::vector<plan::Transfer> out_of(int site) const override;

 private:
  int num_sites_;
  Holders contributors_;
  Holders sums_;
};

RELATILE_INLINE plan::Exchange reduce(const placement::Placement& partial,
                                      const placement::Placement& target, const Visit& visit = {});

RELATILE_INLINE plan::Exchange reduce_in_stages(const placement::Placement& partial,
                                                const placement::Placement& sums,
                                                const Visit& visit = {});

/// What turns one value into another: of a partial one, contributions are combined.
RELATILE_INLINE plan::Exchange exchange_between(const plan::Value& from, const plan::Value& to,
                                                const Visit& visit = {});

}  // namespace relatile::strategy

#if defined(RELATILE_DEFINITIONS)
#include "relatile/strategy/impl/reduce.hpp"
#endif
