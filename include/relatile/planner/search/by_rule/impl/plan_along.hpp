// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/by_rule/plan_along.hpp"

#include <algorithm>
#include <cctype>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/search/best_plan.hpp"
#include "relatile/planner/search/heuristics.hpp"
#include "relatile/planner/search/planners.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::planner {
namespace detail {

/// The user gave its labels names. Elementwise work has those that everything has which was given
/// none.
inline bool has_named_labels(const tra::Node& node) {
  return node.kind() == tra::Kind::contract ||
         (node.kind() == tra::Kind::map && !node.inputs.empty() &&
          node.label_names != tra::default_label_names(node.labels.rank()));
}

/// The label along which a node is cut; -1: none.
inline int label_to_cut(const tra::Node& node, const std::vector<std::string>& labels) {
  if (!has_named_labels(node)) return -1;
  for (const std::string& wanted : labels) {
    for (int l = 0; l < node.labels.rank(); ++l) {
      if (nth(node.label_names, l) == wanted && node.labels[l] > 1) return l;
    }
  }
  return -1;
}

/// In how many parts a layout cuts that label; none if it cuts others, or repeats work.
inline int parts_along(const placement::Layout& layout, int label) {
  int parts = 1;
  for (const auto& axis : layout.axes) {
    if (axis.size == 1) continue;
    if (axis.label != label) return 1;
    parts *= axis.size;
  }
  return parts;
}

/// The candidates that cut that label alone in most parts; all of them if there are none.
inline std::vector<int> candidates_along(const NodeSpace& space, int label) {
  std::vector<int> kept;
  int most = 2;
  const int count = static_cast<int>(space.candidates.size());
  for (int c = 0; c < count; ++c) {
    const int parts = label < 0 ? 1 : parts_along(space.candidates[std::size_t(c)].layout, label);
    if (parts < most) continue;
    if (parts > most) kept.clear();
    most = parts;
    kept.push_back(c);
  }
  if (kept.empty()) {
    kept.resize(space.candidates.size());
    std::iota(kept.begin(), kept.end(), 0);
  }
  return kept;
}

/// A problem in which some nodes have fewer candidates, and what these were called before. Nodes
/// that were alike still are, so that they share their prices.
class Narrowed {
 public:
  Narrowed(const Problem& problem, const std::vector<std::string>& labels) {
    std::vector<Member> members;
    for (int n = 0; n < problem.size(); ++n) {
      members.push_back(problem.member(n));
      Member& member = members.back();
      kept_.emplace_back();
      if (member.role != Role::computed) continue;
      kept_.back() = candidates_along(*member.space, label_to_cut(*member.node, labels));
      if (kept_.back().size() < member.space->candidates.size()) {
        member.space = narrowed(member.space, kept_.back());
      }
    }
    problem_ = std::make_unique<const Problem>(std::move(members), problem.num_sites(),
                                               problem.objective());
  }

  const Problem& problem() const { return *problem_; }

  /// The same choice among all candidates.
  Assignment widened(Assignment assignment) const {
    for (std::size_t n = 0; n < kept_.size(); ++n) {
      int& c = assignment.candidate[n];
      if (!kept_[n].empty()) c = nth(kept_[n], c);
    }
    return assignment;
  }

 private:
  using Space = std::shared_ptr<const NodeSpace>;

  Space narrowed(const Space& space, const std::vector<int>& kept) {
    Space& known = spaces_[{space.get(), kept}];
    if (known) return known;
    auto made = std::make_shared<NodeSpace>(*space);
    made->candidates.clear();
    for (int c : kept) made->candidates.push_back(nth(space->candidates, c));
    known = std::move(made);
    return known;
  }

  std::map<std::pair<const NodeSpace*, std::vector<int>>, Space> spaces_;
  std::vector<std::vector<int>> kept_;  ///< per node; empty where there is nothing to choose
  std::unique_ptr<const Problem> problem_;
};

}  // namespace detail

RELATILE_INLINE Assignment plan_along(const Problem& problem, const std::string& name,
                                      const std::vector<std::string>& labels) {
  const detail::Narrowed narrowed(problem, labels);
  Assignment assignment = narrowed.widened(best_plan_by_rules(narrowed.problem()));
  assignment.price = problem.price(assignment);
  assignment.optimal = false;
  assignment.lower_bound = 0;
  assignment.planner = name;
  return assignment;
}

RELATILE_INLINE std::vector<std::string> labels_in(std::string_view plan) {
  constexpr std::string_view prefix = "along ";
  std::vector<std::string> labels;
  if (!plan.starts_with(prefix)) return labels;
  std::string label;
  for (char c : std::string(plan.substr(prefix.size())) + ",") {
    if (c != ',' && !std::isspace(static_cast<unsigned char>(c))) {
      label += c;
    } else if (!label.empty()) {
      labels.push_back(std::exchange(label, {}));
    }
  }
  return labels;
}

RELATILE_INLINE void add_plan_along(const std::string& name,
                                    const std::vector<std::string>& labels) {
  if (name.empty() || labels.empty()) {
    throw UnsupportedPlan("relatile: add_plan: a plan has a name, and labels to cut along");
  }
  for (const Planner& planner : planners()) {
    if (planner.name != name) continue;
    throw UnsupportedPlan("relatile: add_plan: there is a planner called '" + name + "' already");
  }
  static std::deque<std::string> texts;  // what stands in it stays where it is
  std::string description = "einsums are cut along ";
  for (const auto& label : labels) description += (label == labels.front() ? "" : ", ") + label;
  const std::string& known = texts.emplace_back(name);
  const std::string& words = texts.emplace_back(std::move(description));
  Planner planner{known, words, [known, labels](const Problem& problem) {
                    return plan_along(problem, known, labels);
                  }};
  planner.searches = true;
  add_planner(planner);
}

}  // namespace relatile::planner
