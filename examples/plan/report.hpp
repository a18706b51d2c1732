// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What one statement of the program comes to under a plan: the operators that it became and the
/// moves of their operands, all together.
struct NodeReport {
  std::string name;  ///< the statement's
  /// Label, and into how many parts it is cut; empty if nothing is computed for it by itself.
  std::vector<std::pair<std::string, int>> partition;
  std::string placement;                ///< of the result
  std::int64_t bytes = 0;               ///< sent, over all sites
  std::int64_t max_bytes_per_site = 0;  ///< sent or received by the busiest
  std::int64_t flops = 0;               ///< over all sites
};

/// What a simulation of the plan found.
struct Simulated {
  double seconds = 0;
  std::int64_t bytes = 0;                 ///< that all flows carried
  double utilisation = 0;                 ///< the part of the time that a site computes, on average
  std::int64_t peak_memory_per_site = 0;  ///< inputs included
};

struct PlannerReport {
  std::string name;
  double total = 0;  ///< in the objective's unit
  bool optimal = false;
  double planning_seconds = 0;
  std::int64_t peak_memory_per_site = 0;  ///< in bytes, of the fullest site
  /// False for large plans on many sites: memory, and the busiest site's bytes, are estimates.
  bool written_out = true;
  std::optional<Simulated> simulated;  ///< if it was asked for
  std::vector<NodeReport> nodes;       ///< what the outputs need, in the program's order
};

struct PlanReport {
  std::string objective;
  int sites = 1;
  std::vector<PlannerReport> planners;
};
