// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "relatile/planner/problem.hpp"
#include "relatile/planner/read_prices.hpp"

namespace relatile::planner {

/// Which second copies of a node a planner makes.
enum class Copies : std::uint8_t {
  reused,  ///< what several readers want alike, moved once
  made,    ///< any that pays: duplication
};

/// What a planner decides; the rest of a choice follows.
struct Draft {
  std::vector<int> candidate;  ///< per node, into its space; 0 where there is nothing to choose
  std::vector<int> state;      ///< per input without data, where it is stored; -1: wherever is best
  std::vector<int> option;  ///< per node, all that it offers; -1: what is cheapest for its readers
  Copies copies = Copies::reused;

  explicit Draft(const Problem& problem)
      : candidate(static_cast<std::size_t>(problem.size()), 0),
        state(candidate.size(), -1),
        option(candidate.size(), -1) {}
};

/// The state of supplier `n` in a draft; -1 for an input that may still be stored anywhere.
inline int state_in(const Problem& problem, const Draft& draft, int n) {
  const Member& m = problem.member(n);
  const auto at = static_cast<std::size_t>(n);
  if (m.role == Role::free) return draft.state[at];
  const bool stays = m.role == Role::computed && m.node->pinned_placement.empty();
  return stays ? problem.candidate(n, draft.candidate[at]).stored : 0;
}

/// Per node, the operand slots that its options decide the price of, its own and those of renamed
/// nodes behind it.
inline std::vector<std::vector<Reader>> readers_of_suppliers(const Problem& problem) {
  std::vector<std::vector<Reader>> readers(static_cast<std::size_t>(problem.size()));
  for (int n = 0; n < problem.size(); ++n) {
    for (int slot = 0; problem.member(n).chooses() && slot < problem.num_slots(n); ++slot) {
      const int supplier = problem.member(problem.operand(n, slot)).supplier;
      readers[static_cast<std::size_t>(supplier)].push_back({n, slot});
    }
  }
  return readers;
}

namespace detail {

/// Finds the cheapest option of one node, the candidates of its readers given.
class Settler {
 public:
  Settler(const Problem& problem, const Draft& draft, ReadPrices& prices, int n,
          const std::vector<Reader>& readers)
      : problem_(problem), draft_(draft), prices_(prices), n_(n) {
    for (const Reader& reader : readers) {
      if (!problem.repeats(reader.node, reader.slot, candidate_of(reader.node))) {
        readers_.push_back(reader);
      }
    }
    if (problem.member(n).role == Role::anywhere) readers_.clear();
    price_copies();
  }

  int cheapest_option() const {
    const Supply& supply = problem_.supply(n_);
    int best_option = 0;
    Price best = Price::impossible();
    for (int state = 0; state < static_cast<int>(supply.states.size()); ++state) {
      const int wanted = draft_.state[static_cast<std::size_t>(n_)];
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
      for (const auto& [copy, from_copy] : copies_) {
        const int option = supply.option(state, copy);
        Price price = problem_.offer_price(n_, candidate_of(n_), option);
        for (std::size_t r = 0; r < reads.size(); ++r)
          price.cost += std::min(reads[r], from_copy[r]);
        if (!(price < best)) continue;
        best = price;
        best_option = option;
      }
    }
    return best_option;
  }

 private:
  int candidate_of(int n) const { return draft_.candidate[static_cast<std::size_t>(n)]; }
  const placement::Spread& need_of(const Reader& reader) const {
    return problem_.need_of(reader.node, reader.slot, candidate_of(reader.node));
  }
  bool reads_directly(const Reader& reader) const {
    return problem_.operand(reader.node, reader.slot) == n_;
  }

  std::vector<double> reads_of(int state) const {
    std::vector<double> reads;
    for (const Reader& reader : readers_) {
      const Candidate& chosen = problem_.candidate(reader.node, candidate_of(reader.node));
      const int need = chosen.needs[static_cast<std::size_t>(reader.slot)];
      reads.push_back(prices_.price(reader.node, reader.slot, need, state));
    }
    return reads;
  }

  /// Every copy that may be made, and what reading it costs each reader.
  void price_copies() {
    const Supply& supply = problem_.supply(n_);
    for (std::size_t k = 0; k < supply.copies.size(); ++k) {
      const auto& copy = supply.copies[k];
      if (draft_.copies == Copies::reused) {
        const auto as_it_is = std::count_if(readers_.begin(), readers_.end(), [&](const auto& r) {
          return reads_directly(r) && need_of(r) == copy;
        });
        if (as_it_is < 2) continue;
      }
      std::vector<double> reads;
      for (const Reader& reader : readers_) {
        reads.push_back(reads_directly(reader) ? problem_.move_price(problem_.member(n_).node->type,
                                                                     copy, need_of(reader))
                                               : std::numeric_limits<double>::infinity());
      }
      copies_.emplace_back(static_cast<int>(k), std::move(reads));
    }
  }

  const Problem& problem_;
  const Draft& draft_;
  ReadPrices& prices_;
  int n_;
  std::vector<Reader> readers_;
  std::vector<std::pair<int, std::vector<double>>> copies_;
};

}  // namespace detail

/// The whole choice behind a draft: every input is stored, and copied, as is cheapest for its
/// readers.
inline Choice complete(const Problem& problem, const Draft& draft, std::string planner) {
  const auto readers = readers_of_suppliers(problem);
  ReadPrices prices(problem);
  Choice choice;
  choice.candidate = draft.candidate;
  choice.planner = std::move(planner);
  for (int n = 0; n < problem.size(); ++n) {
    const auto at = static_cast<std::size_t>(n);
    int option = draft.option[at];
    if (problem.member(n).supplier != n) option = 0;
    if (option < 0)
      option = detail::Settler(problem, draft, prices, n, readers[at]).cheapest_option();
    choice.option.push_back(option);
  }
  choice.price = problem.price(choice);
  return choice;
}

}  // namespace relatile::planner
