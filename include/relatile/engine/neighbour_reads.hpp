// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/engine/array_end.hpp"
#include "relatile/engine/local_site.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/in_place.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// Where neighbours find the pieces of each other that a plan's exchanges read in place: a list of
/// numbers a site, told once before the first step, in an order that follows from the plan.
class NeighbourReads {
 public:
  NeighbourReads(const plan::Plan& plan, transport::Transport& transport)
      : plan_(plan), transport_(transport) {}

  /// True if the plan reads anything in place.
  bool any() const;

  /// True if others can find all that this site shows.
  bool are_reachable(const LocalSite& local) const;

  /// Tells all sites' numbers and finds what local sites read. Collective, if there is any().
  void meet(std::vector<LocalSite>& local);

  /// What the process's site number `i` reads in a step.
  const std::vector<InPlaceRead>& of(std::size_t i, std::size_t step) const {
    static const std::vector<InPlaceRead> nothing;
    return reads_.empty() ? nothing : reads_[i][step];
  }

 private:
  /// visit(step, transfer) of everything that is read in place, in the plan's order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (plan_.hosts.empty()) return;
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      const plan::Step& step = plan_.steps[s];
      if (step.kind != plan::StepKind::exchange) continue;
      for (const auto& transfer : step.exchange.transfers) {
        if (schedule::is_in_place(plan_, step, transfer)) visit(s, transfer);
      }
    }
  }

  std::int64_t number_of(const LocalSite& local, std::size_t s,
                         const plan::Transfer& transfer) const;

  void add(LocalSite& local, std::size_t i, std::size_t s, const plan::Transfer& transfer,
           std::int64_t number);

  const plan::Plan& plan_;
  transport::Transport& transport_;
  std::vector<int> makers_;                                   ///< the plan's
  std::vector<std::vector<std::vector<InPlaceRead>>> reads_;  ///< per local site and step
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/neighbour_reads.hpp"
#endif
