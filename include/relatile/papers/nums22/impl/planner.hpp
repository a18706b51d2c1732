// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/nums22/planner.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/cost/transfer_cost.hpp"
#include "relatile/papers/nums22/cost.hpp"
#include "relatile/papers/nums22/softmax_grid.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::papers {

RELATILE_INLINE Lshs::Lshs(const Problem& problem, std::uint64_t seed)
    : problem_(problem),
      decided_(problem),
      loads_(static_cast<std::size_t>(problem.num_sites())),
      grids_(static_cast<std::size_t>(problem.size())),
      places_(grids_.size()),
      missing_(grids_.size(), 0) {
  std::vector<int> leaves;
  for (int n = 0; n < problem.size(); ++n) {
    const bool leaf = problem.member(n).node->evaluated() || problem.num_slots(n) == 0;
    nth(missing_, n) = leaf ? 0 : problem.num_slots(n);
    if (leaf) leaves.push_back(n);
  }
  std::vector<int> frontier;
  for (int n : leaves) reach(n, frontier);
  std::mt19937_64 random(seed);
  while (!frontier.empty()) {
    const auto drawn = static_cast<std::ptrdiff_t>(random() % frontier.size());
    const int n = nth(frontier, drawn);
    frontier.erase(frontier.begin() + drawn);
    schedule(n);
    announce(n, frontier);
  }
}

RELATILE_INLINE void Lshs::reach(int n, std::vector<int>& frontier) {
  if (problem_.member(n).chooses()) {
    frontier.push_back(n);
    return;
  }
  const auto at = static_cast<std::size_t>(n);
  const tra::RelationType& type = problem_.member(n).node->type;
  const Role role = problem_.member(n).role;
  const bool automatic = role == Role::free || role == Role::anywhere;
  if (automatic) grids_[at] = papers::nums22::softmax_grid(type.extents, problem_.num_sites());
  if (role == Role::free) decided_.state[at] = nearest_state(problem_, n, grids_[at]);
  if (role != Role::anywhere) {
    places_[at] = {problem_.stored(n, state_in(problem_, decided_, problem_.member(n).supplier))};
  }
  if (!automatic) grids_[at] = parts_of(places_[at].front(), type.rank());
  announce(n, frontier);
}

RELATILE_INLINE void Lshs::announce(int n, std::vector<int>& frontier) {
  for (const Reader& reader : problem_.member(n).readers) {
    if (--nth(missing_, reader.node) == 0) reach(reader.node, frontier);
  }
}

RELATILE_INLINE std::vector<int> Lshs::placement_options(int n,
                                                         const PartitionVector& blocks) const {
  if (problem_.member(n).role == Role::moved) return {0};  // to where it is wanted
  const Extents& labels = problem_.member(n).node->labels;
  std::vector<int> options = least(num_candidates(problem_, n), [&](int c) {
    const PartitionVector parts = parts_of(problem_.candidate(n, c).layout, labels);
    double cut = 0;
    for (std::size_t l = 0; l < parts.size(); ++l) {
      if (parts[l] > blocks[l]) cut += std::log2(static_cast<double>(parts[l]) / blocks[l]);
    }
    return cut;
  });
  if (!problem_.member(n).readers.empty()) return options;
  const auto& grid = nth(grids_, n);
  const auto last = least(static_cast<int>(options.size()), [&](int i) {
    const int c = nth(options, i);
    return distance(parts_of(problem_.stored_by(n, c), static_cast<int>(grid.size())), grid);
  });
  std::vector<int> kept;
  for (int i : last) kept.push_back(nth(options, i));
  return kept;
}

RELATILE_INLINE void Lshs::schedule(int n) {
  const auto at = static_cast<std::size_t>(n);
  const tra::Node& node = *problem_.member(n).node;
  std::vector<PartitionVector> operands;
  for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
    operands.push_back(nth(grids_, problem_.operand(n, slot)));
  }
  const PartitionVector blocks = blocks_of(node, operands, problem_.num_sites());
  grids_[at] = grid_of_result(node, blocks);
  reads_.clear();
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  SiteLoads best;
  for (int c : placement_options(n, blocks)) {
    SiteLoads loads = after(n, c);
    const std::int64_t value = papers::nums22::objective(loads).value;
    if (value >= least) continue;
    least = value;
    best = std::move(loads);
    decided_.candidate[at] = c;
  }
  loads_ = std::move(best);
  places_[at] = {problem_.stored(n, state_in(problem_, decided_, n))};
  for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
    const int x = problem_.operand(n, slot);
    if (problem_.member(x).role == Role::anywhere) continue;  // made anew at every read
    auto& places = nth(places_, x);
    const auto& need = problem_.need_of(n, slot, decided_.candidate[at]);
    const bool known = std::find(places.begin(), places.end(), need) != places.end();
    const auto& extents = problem_.member(x).node->type.extents;
    if (!known && placement::covers(need, extents)) places.push_back(need);
  }
}

RELATILE_INLINE SiteLoads Lshs::after(int n, int c) {
  const Member& m = problem_.member(n);
  const Candidate& chosen = problem_.candidate(n, c);
  SiteLoads loads = loads_;
  for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
    if (!problem_.repeats(n, slot, c)) add(loads, read_loads(n, slot, c));
  }
  if (m.role == Role::moved) return loads;
  add(loads, result_loads(chosen.produced, m.node->type));
  if (chosen.partial) {
    add(loads, reduce_loads(chosen.produced, problem_.stored_by(n, c), m.node->type));
  }
  if (m.node->pins.placed()) {
    add(loads,
        move_loads(problem_.stored_by(n, c), m.output_layouts->states.front(), m.node->type));
  }
  return loads;
}

RELATILE_INLINE const SiteLoads& Lshs::read_loads(int n, int slot, int c) {
  const int need = nth(problem_.candidate(n, c).needs, slot);
  const auto [known, unknown] = reads_.try_emplace({slot, need});
  if (!unknown) return known->second;
  known->second.resize(loads_.size());
  const int x = problem_.operand(n, slot);
  const tra::RelationType& type = problem_.member(x).node->type;
  const auto& target = problem_.need_of(n, slot, c);
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const auto& place : nth(places_, x)) {
    const std::int64_t bytes = cost::TransferCosts(type).move(place, target).bytes;
    if (bytes >= least) continue;
    least = bytes;
    known->second = bytes == 0 ? SiteLoads(loads_.size()) : move_loads(place, target, type);
  }
  return known->second;
}

}  // namespace relatile::papers
