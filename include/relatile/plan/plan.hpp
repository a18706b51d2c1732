// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/shared.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/applied_rule.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/hosts.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::plan {

/// A physical relation: the (key, block, site) triples of one node under one placement.
struct Value {
  int node = -1;  ///< index into Plan::nodes
  placement::Placement placement;
  bool partial = false;  ///< sites hold contributions that are still to be combined
};

enum class StepKind : std::uint8_t {
  stored,    ///< a value that the sites hold from before
  local,     ///< kernels on what each site has
  exchange,  ///< blocks move; partial ones are combined where they arrive
};

/// Steps that make one value together, one after another, so that only a part of what they read
/// is there at a time: the first makes the value, the others write into it. The slices of a label
/// that the value has write side by side, those of an aggregated label add up.
struct Slice {
  int index = 0;
  int count = 1;
  bool adds = false;
  std::string label;  ///< what is cut, in words
};

/// One step of a plan. Values are numbered in the order in which steps produce them.
struct Step {
  StepKind kind = StepKind::local;
  std::vector<int> inputs;         ///< values
  int output = -1;                 ///< value
  int node = -1;                   ///< local: the node computed
  placement::BoxOfSite iteration;  ///< local: the box of label space that each site works on
  std::string layout;              ///< local: the iteration in words, "i:2 k:2"
  std::string strategy;            ///< local, of a join: its classical name, "broadcast_left"
  Exchange exchange;               ///< exchange
  bool early = false;       ///< exchange: begins when its input is made, see schedule/begins.hpp
  int ahead = 1;            ///< exchange of a slice: before how many that come it begins, see there
  Shared<Traffic> traffic;  ///< exchange: predicted; exact unless `estimated`
  /// Exchange of objects that are still to be made: nobody knows how large they will be. Sites
  /// agree on that before any moves, and what they agreed on is the traffic of the plan that ran.
  bool estimated = false;
  Shared<std::vector<Flops>> flops;  ///< local: per site
  Slice slice;                       ///< local, or an exchange that reduces

  /// Exchange: what it is predicted to send, of relations of this type.
  void predict(Shared<Traffic> sent, const tra::RelationType& type);
};

/// A candidate the planner did not take, with what the whole expression would have cost.
struct Alternative {
  std::string text;
  Bytes bytes;
  std::string reason;
};

/// A physical plan in the implementation algebra: a value that can be printed, compared, verified,
/// fingerprinted and executed.
struct Plan {
  int num_sites = 1;
  std::vector<tra::NodePtr> nodes;
  std::vector<Value> values;
  std::vector<Step> steps;
  std::vector<std::pair<int, int>> results;  ///< (node, value) of everything to keep
  std::string planner = "optimal";
  std::string objective = "bytes";
  double price = 0;        ///< of all of it, in the objective's unit
  double lower_bound = 0;  ///< no plan costs less, as far as is known
  bool optimal = true;
  Hosts hosts;
  /// Dearer than the cheapest by the sum of its steps, but faster as it runs.
  bool chosen_for_overlap = false;
  /// What was chosen for the same program with slices that begin elsewhere, which may be dearer
  /// than the cheapest.
  bool chosen_for_other_slices = false;
  bool overlaps = true;  ///< exchanges travel while the kernels before them run
  Bytes peak_memory;     ///< of the fullest site: predicted, if there is a cap to keep within
  std::vector<AppliedRule> rules;
  /// The program with operators that have two ways to their value by the other one, as far as that
  /// was weighed.
  std::vector<Alternative> other_ways;
  std::vector<Alternative> alternatives;

  /// Of all exchanges.
  Traffic traffic() const;
  Flops total_flops() const;
  /// All of a few sites; of more than 64, 64 that lie evenly among them, or fewer if there are
  /// thousands of steps. What is in closed form for all need not be looked at for each.
  std::vector<int> sites_to_look_at() const;
  /// Per value, the first step that makes it.
  std::vector<int> makers() const;
  /// Whether the traffic of some step is an estimate.
  bool is_estimated() const;
};

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/impl/plan.hpp"
#endif
