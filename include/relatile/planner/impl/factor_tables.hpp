// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/factor_tables.hpp"

#include "relatile/core/nth.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::planner {

RELATILE_INLINE const FactorTables::Prices& FactorTables::work(int n) {
  auto& known = shared_->work[problem_.member(n).space.get()];
  if (!known) {
    std::vector<Price> prices;
    for (int c = 0; c < num_candidates(n); ++c) prices.push_back(problem_.work_price(n, c));
    known = std::make_shared<const std::vector<Price>>(std::move(prices));
  }
  return known;
}

RELATILE_INLINE const FactorTables::Prices& FactorTables::offer(int n) {
  auto& known = shared_->offer[{problem_.member(n).space.get(), &problem_.output_layouts(n)}];
  if (!known) known = std::make_shared<const std::vector<Price>>(offers(n));
  return known;
}

RELATILE_INLINE const FactorTables::Prices& FactorTables::read(int n, int slot) {
  const int u = problem_.operand(n, slot);
  const bool renamed = problem_.member(u).role == Role::renamed;
  const void* from = renamed ? problem_.member(u).node.get() : nullptr;
  int repeats = -1;  // an earlier slot that reads the same node changes the prices
  for (int before = 0; before < slot; ++before) {
    if (problem_.operand(n, before) == u) repeats = before;
  }
  auto& known = shared_->read[{&problem_.output_layouts(u), from, problem_.member(n).space.get(),
                               slot, repeats}];
  if (!known) {
    known = std::make_shared<const std::vector<Price>>(reads(n, slot, u));
    const auto& needs = nth(problem_.member(n).space->needs, slot);
    const OutputLayouts& output_layouts = problem_.output_layouts(u);
    shared_->moves_priced += static_cast<double>(
        needs.size() * (output_layouts.states.size() + output_layouts.replicas.size()));
  }
  return known;
}

RELATILE_INLINE std::vector<Price> FactorTables::offers(int n) const {
  const OutputLayouts& output_layouts = problem_.output_layouts(n);
  const auto num_states = output_layouts.states.size();
  const auto num_options = static_cast<std::size_t>(output_layouts.num_options());
  // What copies cost depends on the state alone.
  std::vector<Price> copying(num_options);
  for (std::size_t o = num_states; o < num_options; ++o) {
    const auto& replica = output_layouts.replicas[o / num_states - 1];
    copying[o].cost = problem_.move_price(problem_.member(n).node->type,
                                          output_layouts.states[o % num_states], replica);
  }
  if (!problem_.member(n).chooses()) return copying;
  std::vector<Price> prices;
  for (int c = 0; c < num_candidates(n); ++c) {
    for (std::size_t o = 0; o < num_options; ++o) {
      const int bare = static_cast<int>(o % num_states);
      const Price stored = problem_.offer_price(n, c, bare);
      prices.push_back(stored.is_impossible() ? stored : stored + copying[o]);
    }
  }
  return prices;
}

RELATILE_INLINE std::vector<Price> FactorTables::reads(int n, int slot, int u) const {
  const OutputLayouts& output_layouts = problem_.output_layouts(u);
  const auto& needs = nth(problem_.member(n).space->needs, slot);
  const auto& type = problem_.member(u).node->type;
  const std::size_t num_states = output_layouts.states.size();
  const auto num_candidates_n = static_cast<std::size_t>(num_candidates(n));
  const bool free = problem_.member(u).role == Role::anywhere;
  const auto from = [&](const placement::Sharding& have) {
    std::vector<double> row;
    for (const auto& need : needs) {
      row.push_back(free ? 0 : problem_.move_price(type, have, need));
    }
    return row;
  };
  std::vector<std::vector<double>> states;
  std::vector<std::vector<double>> replicas;
  for (std::size_t s = 0; s < num_states; ++s) {
    states.push_back(from(problem_.stored(u, static_cast<int>(s))));
  }
  const bool copied = problem_.member(u).supplier == u;
  for (std::size_t k = 0; copied && k < output_layouts.replicas.size(); ++k) {
    replicas.push_back(from(output_layouts.replicas[k]));
  }
  std::vector<Price> prices;
  prices.reserve(static_cast<std::size_t>(output_layouts.num_options()) * num_candidates_n);
  for (int o = 0; o < output_layouts.num_options(); ++o) {
    const auto& row = nth(states, output_layouts.state(o));
    const int k = copied ? output_layouts.replica(o) : -1;
    for (std::size_t c = 0; c < num_candidates_n; ++c) {
      const auto& chosen = problem_.candidate(n, static_cast<int>(c));
      const auto need = static_cast<std::size_t>(nth(chosen.needs, slot));
      double price = row[need];
      if (k >= 0) price = std::min(price, nth(replicas, k)[need]);
      prices.push_back({problem_.repeats(n, slot, static_cast<int>(c)) ? 0 : price, 0});
    }
  }
  return prices;
}

}  // namespace relatile::planner
