// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/completion.hpp"

#include <algorithm>
#include <limits>

#include "relatile/core/nth.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/planner/space/objective.hpp"

namespace relatile::planner {

RELATILE_INLINE int state_in(const Problem& problem, const PartialAssignment& decided, int n) {
  const Member& m = problem.member(n);
  const auto at = static_cast<std::size_t>(n);
  if (m.role == Role::free) return decided.state[at];
  return m.follows_candidate() ? problem.candidate(n, decided.candidate[at]).stored : 0;
}

RELATILE_INLINE std::vector<std::vector<Reader>> readers_of_suppliers(const Problem& problem) {
  std::vector<std::vector<Reader>> readers(static_cast<std::size_t>(problem.size()));
  for (int n = 0; n < problem.size(); ++n) {
    for (int slot = 0; problem.member(n).chooses() && slot < problem.num_slots(n); ++slot) {
      const int supplier = problem.member(problem.operand(n, slot)).supplier;
      nth(readers, supplier).push_back({n, slot});
    }
  }
  return readers;
}

}  // namespace relatile::planner

namespace relatile::planner::detail {

RELATILE_INLINE Settler::Settler(const Problem& problem, const PartialAssignment& decided,
                                 ReadPrices& prices, int n, const std::vector<Reader>& readers)
    : problem_(problem), decided_(decided), prices_(prices), n_(n) {
  for (const Reader& reader : readers) {
    if (!problem.repeats(reader.node, reader.slot, candidate_of(reader.node))) {
      readers_.push_back(reader);
    }
  }
  if (problem.member(n).role == Role::anywhere) readers_.clear();
  price_replicas();
}

RELATILE_INLINE int Settler::cheapest_option() const {
  const OutputLayouts& output_layouts = problem_.output_layouts(n_);
  int best_option = 0;
  Price best = Price::impossible();
  for (int state = 0; state < static_cast<int>(output_layouts.states.size()); ++state) {
    const int wanted = nth(decided_.state, n_);
    if (problem_.member(n_).role == Role::free && wanted >= 0 && state != wanted) continue;
    const Price stored = problem_.offer_price(n_, candidate_of(n_), state);
    if (stored.is_impossible()) continue;
    const std::vector<double> reads = reads_of(state);
    Price bare = stored;
    for (double read : reads) bare.cost += read;
    if (bare < best) {
      best = bare;
      best_option = state;
    }
    for (const auto& [replica, from_copy] : replicas_) {
      const int option = output_layouts.option(state, replica);
      Price price = problem_.offer_price(n_, candidate_of(n_), option);
      for (std::size_t r = 0; r < reads.size(); ++r) price.cost += std::min(reads[r], from_copy[r]);
      if (!(price < best)) continue;
      best = price;
      best_option = option;
    }
  }
  return best_option;
}

RELATILE_INLINE std::vector<double> Settler::reads_of(int state) const {
  std::vector<double> reads;
  for (const Reader& reader : readers_) {
    const Candidate& chosen = problem_.candidate(reader.node, candidate_of(reader.node));
    const int need = nth(chosen.needs, reader.slot);
    reads.push_back(prices_.price(reader.node, reader.slot, need, state));
  }
  return reads;
}

RELATILE_INLINE void Settler::price_replicas() {
  const OutputLayouts& output_layouts = problem_.output_layouts(n_);
  for (std::size_t k = 0; k < output_layouts.replicas.size(); ++k) {
    const auto& replica = output_layouts.replicas[k];
    if (decided_.replicas == Replicas::reused) {
      const auto as_it_is = std::count_if(readers_.begin(), readers_.end(), [&](const auto& r) {
        return reads_directly(r) && need_of(r) == replica;
      });
      if (as_it_is < 2) continue;
    }
    std::vector<double> reads;
    for (const Reader& reader : readers_) {
      reads.push_back(
          reads_directly(reader)
              ? problem_.price_from_copy(problem_.member(n_).node->type, replica, need_of(reader))
              : std::numeric_limits<double>::infinity());
    }
    replicas_.emplace_back(static_cast<int>(k), std::move(reads));
  }
}

}  // namespace relatile::planner::detail

namespace relatile::planner {

RELATILE_INLINE Assignment complete(const Problem& problem, const PartialAssignment& decided,
                                    std::string planner) {
  const auto readers = readers_of_suppliers(problem);
  ReadPrices prices(problem);
  Assignment assignment;
  assignment.candidate = decided.candidate;
  assignment.planner = std::move(planner);
  for (int n = 0; n < problem.size(); ++n) {
    const auto at = static_cast<std::size_t>(n);
    int option = decided.option[at];
    if (problem.member(n).supplier != n) option = 0;
    if (option < 0)
      option = detail::Settler(problem, decided, prices, n, readers[at]).cheapest_option();
    assignment.option.push_back(option);
  }
  assignment.price = problem.price(assignment);
  return assignment;
}

}  // namespace relatile::planner
