// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tensorplanner/planner.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/cost/transfer_cost.hpp"
#include "relatile/papers/tensorplanner/cost.hpp"
#include "relatile/planner/search/nearest.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::papers {

RELATILE_INLINE GroupByJoin::GroupByJoin(const Problem& problem, double alpha)
    : problem_(problem),
      alpha_(alpha),
      decided_(problem),
      workload_(static_cast<std::size_t>(problem.num_sites()), 0.0) {
  for (int n = 0; n < problem.size(); ++n) {
    const Member& m = problem.member(n);
    if (m.role == Role::free) load(n);
    if (m.role != Role::computed) continue;
    if (is_pattern(*m.node)) {
      run_on_grid(n);
    } else {
      run_with_producer(n);
    }
  }
}

RELATILE_INLINE bool GroupByJoin::is_pattern(const tra::Node& node) {
  if (node.inputs.size() < 2) return false;
  for (int l = 0; l < node.labels.rank(); ++l) {
    if (node.aggregates(l)) return true;
  }
  return false;
}

RELATILE_INLINE PartitionVector GroupByJoin::grid(int rank) const {
  if (rank == 0) return {};
  if (rank == 1) return {problem_.num_sites()};
  const papers::tensorplanner::Grid grid = papers::tensorplanner::grid_of(problem_.num_sites());
  return {grid.rows, grid.columns};
}

RELATILE_INLINE void GroupByJoin::load(int n) {
  PartitionVector wanted = grid(problem_.member(n).node->type.rank());
  wanted.resize(problem_.member(n).node->type.extents.size(), 1);
  nth(decided_.state, n) = nearest_state(problem_, n, wanted);
}

RELATILE_INLINE void GroupByJoin::run_on_grid(int n) {
  const tra::Node& node = *problem_.member(n).node;
  std::vector<int> coordinates;  // the labels of the result's axes
  for (const auto& dim : node.output.dims) {
    if (dim.label >= 0) coordinates.push_back(dim.label);
  }
  PartitionVector wanted(node.labels.size(), 1);
  const PartitionVector parts = grid(static_cast<int>(coordinates.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    nth(wanted, coordinates[i]) = parts[i];
  }
  const std::vector<int> nearest = nearest_candidates(problem_, n, wanted);
  // Processes are numbered row by row of the grid.
  std::vector<int> row_major;
  for (int c : nearest) {
    const auto& axes = problem_.candidate(n, c).layout.axes;
    const bool rows_first =
        axes.empty() || coordinates.empty() || axes.front().label == coordinates.front();
    if (rows_first) row_major.push_back(c);
  }
  take_least_loaded(n, row_major.empty() ? nearest : row_major);
}

RELATILE_INLINE void GroupByJoin::run_with_producer(int n) {
  std::vector<int> there;
  for (int c = 0; c < num_candidates(problem_, n); ++c) {
    for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
      if (!moves(n, slot, c)) {
        there.push_back(c);
        break;
      }
    }
  }
  take_least_loaded(n, there.empty() ? all_candidates(problem_, n) : there);
}

RELATILE_INLINE const placement::Sharding* GroupByJoin::place_of(int n, int slot) const {
  const int x = problem_.operand(n, slot);
  if (problem_.member(x).role == Role::anywhere) return nullptr;
  return &problem_.stored(x, state_in(problem_, decided_, problem_.member(x).supplier));
}

RELATILE_INLINE bool GroupByJoin::moves(int n, int slot, int c) const {
  const placement::Sharding* place = place_of(n, slot);
  if (!place) return true;  // a source is at no process
  const tra::RelationType& type = problem_.member(problem_.operand(n, slot)).node->type;
  return cost::TransferCosts(type).move(*place, problem_.need_of(n, slot, c)).moves();
}

RELATILE_INLINE void GroupByJoin::take_least_loaded(int n, const std::vector<int>& candidates) {
  std::pair<double, double> least(std::numeric_limits<double>::infinity(), 0);
  std::vector<double> best = workload_;
  operands_.clear();
  for (int c : candidates) {
    std::vector<double> after = workload_;
    add_cost(n, c, after);
    double sum = 0;
    for (double load : after) sum += load;
    const std::pair found(*std::max_element(after.begin(), after.end()), sum);
    if (!(found < least)) continue;
    least = found;
    best = std::move(after);
    nth(decided_.candidate, n) = c;
  }
  workload_ = std::move(best);
}

RELATILE_INLINE void GroupByJoin::add_cost(int n, int c, std::vector<double>& workload) {
  const Candidate& chosen = problem_.candidate(n, c);
  for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
    const std::vector<double>& tasks = cost_of_operand(n, slot, c);
    for (std::size_t site = 0; site < workload.size(); ++site) workload[site] += tasks[site];
  }
  if (!chosen.partial) return;
  const tra::RelationType& type = problem_.member(n).node->type;
  add_cost(reduce_loads(chosen.produced, problem_.stored_by(n, c), type), workload);
}

RELATILE_INLINE const std::vector<double>& GroupByJoin::cost_of_operand(int n, int slot, int c) {
  const bool repeats = problem_.repeats(n, slot, c);
  const int need = nth(problem_.candidate(n, c).needs, slot);
  const auto [known, unknown] = operands_.try_emplace({slot, need, repeats});
  std::vector<double>& tasks = known->second;
  if (!unknown) return tasks;
  tasks.assign(workload_.size(), 0.0);
  const tra::RelationType& type = problem_.member(problem_.operand(n, slot)).node->type;
  const auto& target = problem_.need_of(n, slot, c);
  SiteLoads loads = result_loads(target, type);
  const placement::Sharding* place = place_of(n, slot);
  if (place && !repeats) {
    const SiteLoads sent = move_loads(*place, target, type);
    for (std::size_t site = 0; site < loads.size(); ++site) loads[site].in = sent[site].in;
  }
  add_cost(loads, tasks);
  return tasks;
}

RELATILE_INLINE void GroupByJoin::add_cost(const SiteLoads& loads,
                                           std::vector<double>& workload) const {
  for (std::size_t site = 0; site < workload.size(); ++site) {
    workload[site] += static_cast<double>(loads[site].memory.value) +
                      alpha_ * static_cast<double>(loads[site].in.value);
  }
}

}  // namespace relatile::papers
