// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// A value of a plan: a node's, and where it is.
struct OutlineValue {
  int node = -1;
  placement::Sharding place;
  bool partial = false;
  bool is_joint = false;  ///< a copy of what several operators need, no more
};

/// A step of a plan, as far as the choice decides it.
struct OutlineStep {
  plan::StepKind kind = plan::StepKind::local;
  int node = -1;
  std::vector<int> inputs;
  int output = -1;
  int candidate = -1;    ///< that executes a node; -1 where keys are only renamed
  bool reduces = false;  ///< an exchange that combines contributions
  friend bool operator==(const OutlineStep&, const OutlineStep&) = default;
};

/// A choice as steps, with placements in words: its size does not depend on the number of sites.
struct Outline {
  std::vector<OutlineValue> values;
  std::vector<OutlineStep> steps;
  std::vector<std::pair<int, int>> results;  ///< node, value

  const OutlineValue& value(int v) const { return nth(values, v); }
};

/// Writes a choice down as steps: exchanges where a placement does not fit, local operators, and
/// reductions of what they leave partial.
class Outliner {
 public:
  Outliner(const Problem& problem, const Assignment& assignment)
      : problem_(problem), assignment_(assignment) {}

  Outline outline(const std::vector<tra::NodePtr>& results);

 private:
  int value_of(int n) const { return nth(replicas_of_, n).front(); }
  int option_of(int n) const { return nth(assignment_.option, problem_.member(n).supplier); }
  /// The values in which an operand is there already.
  std::vector<int> operand_values(int n, int slot) const {
    return nth(replicas_of_, problem_.operand(n, slot));
  }

  int add(OutlineStep step, placement::Sharding place, bool partial = false);

  int add_node(int n);

  /// What is only moved; the first value in which readers find it.
  int add_moved(int n);
  /// The others: where its operand is, and where it was moved to.
  void add_places_of_moved(int n);
  /// The value of node `n` that is where its option says.
  int stored_value_of(int n) const;

  /// The second copy that readers are to find.
  void add_replica(int n);

  int add_key_map(int n, int from);

  int add_local(int n);

  /// What one exchange delivers for several operands of an operator.
  struct SharedRead {
    std::vector<const placement::Sharding*> needs;
    int value = -1;

    bool serves(const placement::Sharding& need) const {
      return std::any_of(needs.begin(), needs.end(),
                         [&](const auto* known) { return *known == need; });
    }
  };
  /// That of the value that `slot` reads first; nothing if its operands are read one by one.
  SharedRead shared_read(int n, int slot, int c);

  /// Contributions brought together, stage by stage.
  int reduced(int value, const placement::Sharding& target);

  /// True if every site has in one box what it needs.
  bool fits(int value, const placement::Sharding& need) const;

  /// One of `values` (copies of one node) under a placement that fits `need`: itself if every site
  /// can read it in place, what an earlier exchange made, or a new exchange from the nearest.
  int moved(const std::vector<int>& values, const placement::Sharding& need);
  /// One of `values` just where the caller wants it and nowhere else.
  int placed(const std::vector<int>& values, const placement::Sharding& wanted);
  /// What an earlier exchange made of one of `values`, or a new exchange from the nearest.
  int sent(const std::vector<int>& values, const placement::Sharding& need);
  std::vector<int> moves_of(int value) const {
    const auto v = static_cast<std::size_t>(value);
    return v < moves_of_.size() ? moves_of_[v] : std::vector<int>{};
  }

  const Problem& problem_;
  const Assignment& assignment_;
  Outline outline_;
  std::vector<std::vector<int>> replicas_of_;  ///< per node: its value, and copies of it
  std::vector<std::vector<int>> moves_of_;     ///< per value: what exchanges made of it
  std::map<int, int> placed_;                  ///< of moved nodes: where the caller wants them
  /// What several needs are together: one table for all operators that are alike.
  std::map<std::vector<const placement::Sharding*>, placement::Sharding> unions_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/outline.hpp"
#endif
