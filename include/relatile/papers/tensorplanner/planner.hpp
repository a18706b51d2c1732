// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/nums22/site_loads.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/search/nearest.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::papers {

/// TensorPlanner's static schedule. A join that is then aggregated runs on an implicit grid of
/// floor(sqrt p) rows by the coordinates of the result, so that nothing is sent to be reduced;
/// everything else runs where one of its producers is, on the least loaded.
///
///   source  [planner] section V. There every block is assigned by itself; here all blocks of an
///           operator follow one rule. Workloads are in floats, not in blocks.
class GroupByJoin {
 public:
  explicit GroupByJoin(const Problem& problem, double alpha = 1);

  const PartialAssignment& decided() const { return decided_; }
  const std::vector<double>& workload() const { return workload_; }

 private:
  /// Pair, Apply, Reduce: two operands, and labels that both are multiplied and summed over.
  static bool is_pattern(const tra::Node& node);

  /// How many parts the first two of `rank` coordinates are cut into.
  PartitionVector grid(int rank) const;

  /// Blocks are loaded where their coordinates are in the grid.
  void load(int n);

  void run_on_grid(int n);

  /// With a producer: some operand is read where it is.
  void run_with_producer(int n);

  const placement::Sharding* place_of(int n, int slot) const;
  bool moves(int n, int slot, int c) const;

  /// Of `candidates`, the one after which the busiest process has least to do; among equals, the
  /// one that all have least to do by.
  void take_least_loaded(int n, const std::vector<int>& candidates);

  /// cpuCost + alpha commCost of the tasks on every process.
  void add_cost(int n, int c, std::vector<double>& workload);
  /// Of one operand: what is read, and what is not there yet.
  const std::vector<double>& cost_of_operand(int n, int slot, int c);
  void add_cost(const SiteLoads& loads, std::vector<double>& workload) const;

  const Problem& problem_;
  double alpha_;
  PartialAssignment decided_;
  std::vector<double> workload_;
  /// Of the node at hand, per slot, need, and whether an earlier slot reads the same.
  std::map<std::tuple<int, int, bool>, std::vector<double>> operands_;
};

inline Assignment plan_groupby_join(const Problem& problem) {
  return complete(problem, GroupByJoin(problem).decided(), "groupby_join");
}

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tensorplanner/impl/planner.hpp"
#endif
