// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "relatile/plan/plan.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/planner/plan_key.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/planner/recently_made.hpp"
#include "relatile/schedule/known_programs.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// A plan without its nodes, so that no data stays alive through it: those of another graph with
/// the same key take their places. And the programs of its sites, as far as they are known from
/// another run of it.
struct KnownPlan {
  plan::Plan plan;
  /// Null for a plan that has nodes of its own, which another graph lacks.
  std::shared_ptr<schedule::KnownPrograms> programs;
  std::shared_ptr<const KnownChoice> choice;  ///< null where it was not searched for

  KnownPlan(SearchedPlan made, const std::vector<tra::NodePtr>& graph)
      : plan(std::move(made.plan)), choice(std::move(made.choice)) {
    if (plan.nodes != graph) return;
    plan.nodes.clear();
    programs = std::make_shared<schedule::KnownPrograms>();
  }
  plan::Plan of(const std::vector<tra::NodePtr>& graph) const {
    plan::Plan again = plan;
    if (programs) again.nodes = graph;
    return again;
  }
};
using KnownPlanPtr = std::shared_ptr<const KnownPlan>;

/// The plans that were searched for. What a search comes to depends on nothing but the program and
/// the options, so it makes no difference who asked for it before.
///
///   cost    a hit costs the key of the graph
///   memory  at most `capacity` plans; the one that was not asked for longest goes first
class PlanCache {
 public:
  explicit PlanCache(std::size_t capacity = 64) : made_(capacity) {}

  /// The plan for `graph` (all nodes, operands first, as the planner lists them), by these options:
  /// remembered, or made by `make()`, which gives a SearchedPlan, and remembered. `key` is the
  /// graph's plan_key.
  template <class Make>
  KnownPlanPtr plan(const tra::GraphKey& key, const PlanOptions& options,
                    const std::vector<tra::NodePtr>& graph, Make&& make) {
    const std::string text = key.form + key.offsets;
    if (const KnownPlanPtr* known = made_.find(text, options)) return *known;
    auto made = std::make_shared<const KnownPlan>(make(), graph);
    if (made->programs) made_.remember(text, options, made);
    return made;
  }

  std::int64_t hits() const { return made_.hits(); }
  std::int64_t misses() const { return made_.misses(); }
  std::size_t size() const { return made_.size(); }
  void clear() { made_.clear(); }

 private:
  RecentlyMade<KnownPlanPtr> made_;
};

/// The plans that this process searched for.
inline PlanCache& plan_cache() {
  static PlanCache cache;
  return cache;
}

}  // namespace relatile::planner
