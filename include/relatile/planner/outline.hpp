// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "relatile/cost/mover.hpp"
#include "relatile/placement/halfway.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/problem.hpp"

namespace relatile::planner {

/// A value of a plan: a node's, and where it is.
struct OutlineValue {
  int node = -1;
  placement::Spread place;
  bool partial = false;
};

/// A step of a plan, as far as the choice decides it.
struct OutlineStep {
  plan::StepKind kind = plan::StepKind::local;
  int node = -1;
  std::vector<int> inputs;
  int output = -1;
  int candidate = -1;    ///< that executes a node; -1 where keys are only renamed
  bool reduces = false;  ///< an exchange that combines contributions
};

/// A choice as steps, with placements in words: its size does not depend on the number of sites.
struct Outline {
  std::vector<OutlineValue> values;
  std::vector<OutlineStep> steps;
  std::vector<std::pair<int, int>> results;  ///< node, value

  const OutlineValue& value(int v) const { return values[static_cast<std::size_t>(v)]; }
};

/// Writes a choice down as steps: exchanges where a placement does not fit, local operators, and
/// reductions of what they leave partial.
class Outliner {
 public:
  Outliner(const Problem& problem, const Choice& choice) : problem_(problem), choice_(choice) {}

  Outline outline(const std::vector<tra::NodePtr>& results) {
    copies_of_.resize(static_cast<std::size_t>(problem_.size()));
    for (int n = 0; n < problem_.size(); ++n) {
      copies_of_[static_cast<std::size_t>(n)].push_back(add_node(n));
      add_copy(n);
    }
    for (const auto& result : results) {
      const int n = problem_.index_of(*result);
      outline_.results.emplace_back(n, value_of(n));
    }
    return std::move(outline_);
  }

 private:
  int value_of(int n) const { return copies_of_[static_cast<std::size_t>(n)].front(); }
  int option_of(int n) const {
    return choice_.option[static_cast<std::size_t>(problem_.member(n).supplier)];
  }
  /// The values in which an operand is there already.
  std::vector<int> operand_values(int n, int slot) const {
    return copies_of_[static_cast<std::size_t>(problem_.operand(n, slot))];
  }

  int add(OutlineStep step, placement::Spread place, bool partial = false) {
    step.output = static_cast<int>(outline_.values.size());
    outline_.values.push_back({step.node, std::move(place), partial});
    outline_.steps.push_back(std::move(step));
    return outline_.steps.back().output;
  }

  int add_node(int n) {
    const tra::Node& node = *problem_.member(n).node;
    switch (problem_.member(n).role) {
      case Role::stored:
      case Role::free:
      case Role::anywhere:
        return add({plan::StepKind::stored, n, {}}, problem_.stored(n, option_of(n)));
      case Role::moved: return moved(operand_values(n, 0), pinned(node));
      case Role::renamed: {
        const int from = value_of(problem_.operand(n, 0));
        return is_key_map(node) ? add_key_map(n, from) : from;
      }
      case Role::computed: break;
    }
    const int value = add_local(n);
    return node.pinned_placement.empty() ? value : moved({value}, pinned(node));
  }
  static placement::Spread pinned(const tra::Node& node) {
    return placement::irregular_spread({node.pinned_placement, node.pinned_text});
  }

  /// The second copy that readers are to find.
  void add_copy(int n) {
    if (problem_.member(n).supplier != n) return;
    const placement::Spread* copy = problem_.second(n, option_of(n));
    if (!copy) return;
    auto& values = copies_of_[static_cast<std::size_t>(n)];
    const int made = moved(values, *copy);
    if (made != values.front()) values.push_back(made);
  }

  int add_key_map(int n, int from) {
    const tra::Node& node = *problem_.member(n).node;
    return add({plan::StepKind::local, n, {from}}, placement::irregular_spread(mapped_placement(
                                                       node, outline_.value(from).place.boxes())));
  }

  int add_local(int n) {
    const int c = choice_.candidate[static_cast<std::size_t>(n)];
    const Candidate& candidate = problem_.candidate(n, c);
    OutlineStep step{plan::StepKind::local, n, {}, -1, c};
    for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
      step.inputs.push_back(moved(operand_values(n, slot), problem_.need_of(n, slot, c)));
    }
    const int value = add(std::move(step), candidate.produced, candidate.partial);
    return candidate.partial ? reduced(value, problem_.stored_by(n, c)) : value;
  }

  /// Contributions brought together, stage by stage.
  int reduced(int value, const placement::Spread& target) {
    const int n = outline_.value(value).node;
    while (auto sums = placement::halfway(outline_.value(value).place, target)) {
      value = add({plan::StepKind::exchange, n, {value}, -1, -1, true}, *std::move(sums), true);
    }
    return add({plan::StepKind::exchange, n, {value}, -1, -1, true}, target);
  }

  /// True if every site has in one box what it needs.
  bool fits(int value, const placement::Spread& need) const {
    const placement::Spread& have = outline_.value(value).place;
    if (have == need) return true;
    const tra::RelationType& type = problem_.member(outline_.value(value).node).node->type;
    if (type.elements && !have.irregular && !need.irregular) {
      return !cost::Mover(type).move(have, need).moves();
    }
    const placement::Placement held = have.boxes();
    const placement::Placement wanted = need.boxes();
    for (int site = 0; site < wanted.num_sites(); ++site) {
      for (const auto& box : wanted.of(site)) {
        if (!held.holds(site, box)) return false;
      }
    }
    return true;
  }

  /// One of `values` (copies of one node) under a placement that fits `need`: itself if every site
  /// can read it in place, what an earlier exchange made, or a new exchange from the nearest.
  int moved(const std::vector<int>& values, const placement::Spread& need) {
    for (int value : values) {
      if (fits(value, need)) return value;
    }
    const int n = outline_.value(values.front()).node;
    if (problem_.member(n).role == Role::anywhere) {
      return add({plan::StepKind::stored, n, {}}, need);
    }
    for (int value : values) {
      for (int made : moves_of(value)) {
        if (outline_.value(made).place == need) return made;
      }
    }
    const cost::Mover mover(problem_.member(n).node->type);
    const auto bytes = [&](int value) {
      return mover.move(outline_.value(value).place, need).bytes;
    };
    const int nearest = *std::min_element(values.begin(), values.end(),
                                          [&](int a, int b) { return bytes(a) < bytes(b); });
    const int made = add({plan::StepKind::exchange, n, {nearest}}, need);
    moves_of_.resize(outline_.values.size());
    moves_of_[static_cast<std::size_t>(nearest)].push_back(made);
    return made;
  }
  std::vector<int> moves_of(int value) const {
    const auto v = static_cast<std::size_t>(value);
    return v < moves_of_.size() ? moves_of_[v] : std::vector<int>{};
  }

  const Problem& problem_;
  const Choice& choice_;
  Outline outline_;
  std::vector<std::vector<int>> copies_of_;  ///< per node: its value, and copies of it
  std::vector<std::vector<int>> moves_of_;   ///< per value: what exchanges made of it
};

}  // namespace relatile::planner
