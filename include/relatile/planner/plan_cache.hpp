// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/planner/recently_made.hpp"
#include "relatile/schedule/known_programs.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// A plan, and the programs of its sites as far as they are known from another run of it: null for
/// a plan that nobody will ask for again.
struct KnownPlan {
  plan::Plan plan;
  std::shared_ptr<schedule::KnownPrograms> programs;
};

/// The plans of graphs that were planned before, so that a loop plans once. What is remembered is a
/// plan without its nodes: no data stays alive through it, and the nodes of another graph with the
/// same key take their places.
///
///   cost    a hit costs the key of the graph and a copy of the plan
///   memory  at most `capacity` plans; the one that was not asked for longest goes first
class PlanCache {
 public:
  explicit PlanCache(std::size_t capacity = 64) : made_(capacity) {}

  /// The plan for `graph` (all nodes, operands first, as the planner lists them), by these options:
  /// remembered, or made by `make()` and remembered. `key` is the graph's plan_key.
  template <class Make>
  KnownPlan plan(const std::string& key, const PlanOptions& options,
                 const std::vector<tra::NodePtr>& graph, Make&& make) {
    if (const KnownPlan* known = made_.find(key, options)) {
      KnownPlan again = *known;
      again.plan.nodes = graph;
      return again;
    }
    KnownPlan made{make(), nullptr};
    // A plan may have nodes of its own, which another graph lacks.
    if (made.plan.nodes == graph) {
      made.programs = std::make_shared<schedule::KnownPrograms>();
      KnownPlan bare = made;
      bare.plan.nodes.clear();
      made_.remember(key, options, std::move(bare));
    }
    return made;
  }

  std::int64_t hits() const { return made_.hits(); }
  std::int64_t misses() const { return made_.misses(); }
  std::size_t size() const { return made_.size(); }
  void clear() { made_.clear(); }

 private:
  RecentlyMade<KnownPlan> made_;
};

/// The plans that this process made.
inline PlanCache& plan_cache() {
  static PlanCache cache;
  return cache;
}

/// All that a plan depends on but for the options: the graph, what is to be kept of it (positions),
/// and the sites.
RELATILE_INLINE std::string plan_key(const std::vector<tra::NodePtr>& graph,
                                     const std::vector<int>& results, int num_sites,
                                     std::int64_t message_limit);

/// What a plan within a cap on memory depends on beside that: the memory that values take which the
/// sites hold already, where they share it.
RELATILE_INLINE std::string memory_key(const std::vector<tra::NodePtr>& graph);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/plan_cache.hpp"
#endif
