// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/context/other_ways.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/planner/alternatives.hpp"
#include "relatile/planner/order_cache.hpp"
#include "relatile/planner/plan_history.hpp"
#include "relatile/planner/recently_made.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/tra/operators.hpp"
#include "relatile/transport/current.hpp"

namespace relatile::detail {

RELATILE_INLINE rules::Rewritten by_other_ways(const std::vector<tra::NodePtr>& order,
                                               const std::vector<tra::NodePtr>& chosen) {
  rules::Rewritten rewritten;
  std::map<std::pair<std::int64_t, const tra::Node*>, tra::NodePtr> brought;
  for (const auto& node : order) {
    tra::NodePtr now = rules::with_inputs(node, rewritten);
    if (std::find(chosen.begin(), chosen.end(), node) != chosen.end()) {
      const tra::OtherWay& way = *tra::other_way(*node);
      const tra::NodePtr& operand = nth(now->inputs, way.slot());
      tra::NodePtr& together = brought[{way.number(), operand.get()}];
      if (!together) together = way.brought(operand);
      now = way.made(*now, together);
    }
    rewritten.emplace(node.get(), std::move(now));
  }
  return rewritten;
}

RELATILE_INLINE std::vector<SentByOwnWay> sent_by_own_ways(const plan::Plan& plan) {
  std::vector<SentByOwnWay> sent;
  for (const plan::Step& step : plan.steps) {
    if (step.kind != plan::StepKind::local) continue;
    const tra::Node& node = *nth(plan.nodes, step.node);
    const tra::OtherWay* const way = tra::other_way(node);
    if (!way) continue;
    Bytes bytes;
    for (const plan::Step& move : plan.steps) {
      const bool brings =
          move.kind == plan::StepKind::exchange && move.output == nth(step.inputs, way->slot());
      if (brings) bytes += move.traffic->total();
    }
    sent.push_back({tra::op_of<tra::OnPieces>(node).other, bytes});
  }
  return sent;
}

/// Whether operators may be taken by other ways than their own at all.
inline bool may_take_other_ways(const transport::Transport& transport,
                                const planner::PlanOptions& options) {
  const int sites = transport.num_sites();
  return sites > 1 && sites <= most_sites_of_other_ways && options.planner == "optimal";
}

/// Which operators are taken by their other way, in the order of those that have a known one, and
/// what is said of the others.
struct ChosenWays {
  std::vector<bool> other;
  std::vector<plan::Alternative> not_taken;
};
/// What this process chose.
inline planner::RecentlyMade<ChosenWays>& ways_cache() {
  static planner::RecentlyMade<ChosenWays> cache(64);
  return cache;
}

/// Weighs the plan of a program by its own ways, the one by those other ways that send less than
/// that does, and the one by all other ways, if what these send leaves it a chance.
class WaysToTake {
 public:
  WaysToTake(const AskedFor& asked, const std::vector<tra::NodePtr>& nodes,
             const transport::Transport& transport, const planner::PlanOptions& options)
      : asked_(asked), nodes_(nodes), transport_(transport), options_(options) {}

  ChosenWays weighed() {
    try_by(std::vector<bool>(nodes_.size(), false));
    const std::vector<bool> some = that_send_less();
    if (some != tried_.front().other) try_by(some);
    const std::vector<bool> all(nodes_.size(), true);
    if (some != all && least_by_all() < tried_[best_].price()) try_by(all);
    ChosenWays chosen{tried_[best_].other, {}};
    for (const Tried& one : tried_) {
      if (&one != &tried_[best_]) chosen.not_taken.push_back(not_taken(one));
    }
    if (tried_.size() == 1) add_those_that_send_more(chosen.not_taken);
    return chosen;
  }

 private:
  struct Tried {
    std::vector<bool> other;
    std::optional<plan::Plan> plan;  ///< nothing: none keeps within a cap on memory

    double price() const { return plan ? plan->price : std::numeric_limits<double>::infinity(); }
  };

  void try_by(const std::vector<bool>& other) {
    std::vector<tra::NodePtr> others;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (other[n]) others.push_back(nodes_[n]);
    }
    tried_.push_back({other, planned(others)});
    if (tried_.back().price() < tried_[best_].price()) best_ = tried_.size() - 1;
  }
  std::optional<plan::Plan> planned(const std::vector<tra::NodePtr>& others) const {
    const planner::PlanHistory none;
    try {
      const Prepared prepared = prepared_by(asked_, others, transport_.num_sites(), options_, none);
      return plan_of(prepared, transport_, options_, none);
    } catch (const OutOfMemory&) {
      if (options_.memory_per_rank <= 0) throw;
      return std::nullopt;
    }
  }

  static Bytes sends(const tra::Node& node) {
    const tra::OtherWay& way = *tra::other_way(node);
    return way.sends(nth(node.inputs, way.slot())->type);
  }
  /// What the plan by its own ways sends of a node's operand.
  Bytes sent(const tra::Node& node) const {
    Bytes sent;
    for (const SentByOwnWay& one : sent_by_own_ways(*tried_.front().plan)) {
      if (one.way.get() == tra::other_way(node)) sent += one.bytes;
    }
    return sent;
  }
  std::vector<bool> that_send_less() const {
    std::vector<bool> less;
    for (const auto& node : nodes_) {
      less.push_back(!tried_.front().plan || sends(*node) < sent(*node));
    }
    return less;
  }
  /// What the plan by all other ways costs at least, for what these send.
  double least_by_all() const {
    std::map<std::pair<std::int64_t, const tra::Node*>, Bytes> by_operand;
    for (const auto& node : nodes_) {
      const tra::OtherWay& way = *tra::other_way(*node);
      by_operand[{way.number(), nth(node->inputs, way.slot()).get()}] = sends(*node);
    }
    Bytes all;
    for (const auto& [operand, bytes] : by_operand) all += bytes;
    if (options_.objective == "bytes") return static_cast<double>(all.value);
    if (options_.objective != "time") return 0;
    double fastest = 0;
    for (const cost::Links& links : options_.machine.exchanges) {
      fastest = std::max(
          {fastest, links.within_node.bytes_per_second, links.between_nodes.bytes_per_second});
    }
    return static_cast<double>(all.value) / (transport_.num_sites() * fastest);
  }

  plan::Alternative not_taken(const Tried& one) const {
    const tra::OtherWay& way = *tra::other_way(*nodes_.front());
    const auto others = std::count(one.other.begin(), one.other.end(), true);
    std::string text = others == 0 ? way.own_text() : way.other_text();
    if (others != 0 && others != std::ssize(nodes_)) text += ", where less";
    if (!one.plan) return {std::move(text), Bytes{}, "does not keep within the memory"};
    const double more = one.price() - tried_[best_].price();
    return {std::move(text), one.plan->traffic().total(),
            planner::difference_text(options_.objective, more)};
  }
  void add_those_that_send_more(std::vector<plan::Alternative>& not_taken) const {
    const std::optional<plan::Plan>& own = tried_.front().plan;
    if (!own) return;
    for (const auto& node : nodes_) {
      not_taken.push_back({tra::other_way(*node)->other_text() + ", for " + node->name,
                           own->traffic().total() - sent(*node) + sends(*node),
                           "of the operand it would send no less"});
    }
  }

  const AskedFor& asked_;
  const std::vector<tra::NodePtr>& nodes_;
  const transport::Transport& transport_;
  const planner::PlanOptions& options_;
  std::vector<Tried> tried_;  ///< by its own ways first
  std::size_t best_ = 0;
};

/// What is chosen for operators whose other ways are known: what was chosen for an equal program
/// before, or weighed now.
inline ChosenWays chosen_ways(const AskedFor& asked, const std::vector<tra::NodePtr>& nodes,
                              const transport::Transport& transport,
                              const planner::PlanOptions& options) {
  const tra::GraphKey of_graph =
      planner::orders_key(asked.order, asked.roots, transport.num_sites());
  tra::KeyBytes numbers;
  numbers.add(transport.message_limit());
  for (const auto& node : nodes) numbers.add(tra::other_way(*node)->number());
  const std::string key = numbers.take() + of_graph.form + of_graph.offsets;
  if (const ChosenWays* const known = ways_cache().find(key, options)) return *known;
  ChosenWays chosen = WaysToTake(asked, nodes, transport, options).weighed();
  ways_cache().remember(key, options, chosen);
  return chosen;
}

/// Whether an operator's other way sends enough less than it takes to bring all of the operand to
/// all sites: to weigh ways has a price in every evaluation.
inline bool may_be_cheaper(const tra::Node& node, const tra::OtherWay& way, int num_sites) {
  constexpr double nearly_all = 0.9;
  const tra::RelationType& type = nth(node.inputs, way.slot())->type;
  const Bytes all = (num_sites - 1) * type.bytes_in(Box::whole(type.extents));
  return static_cast<double>(way.sends(type).value) < nearly_all * static_cast<double>(all.value);
}

RELATILE_INLINE Prepared prepared_by_best_ways(const AskedFor& asked,
                                               const transport::Transport& transport,
                                               const planner::PlanOptions& options,
                                               const planner::PlanHistory& history) {
  std::vector<tra::NodePtr> known;
  std::vector<tra::NodePtr> unknown;
  for (const auto& node : asked.order) {
    const tra::OtherWay* const way = tra::other_way(*node);
    if (!way || !may_take_other_ways(transport, options)) continue;
    if (way->number() != 0 && may_be_cheaper(*node, *way, transport.num_sites())) {
      known.push_back(node);
    }
    if (way->may_look()) unknown.push_back(node);
  }
  ChosenWays chosen;
  if (!known.empty()) chosen = chosen_ways(asked, known, transport, options);
  std::vector<tra::NodePtr> others;
  for (std::size_t n = 0; n < known.size(); ++n) {
    if (chosen.other[n]) others.push_back(known[n]);
  }
  Prepared prepared = prepared_by(asked, others, transport.num_sites(), options, history);
  prepared.other_ways = std::move(chosen.not_taken);
  prepared.not_looked_at = std::move(unknown);
  return prepared;
}

/// Whether it costs as much to send so many bytes to all sites as it does to look.
inline bool pays_to_look(const tra::OtherWay& way, Bytes sent, int num_sites,
                         const planner::PlanOptions& options) {
  if (sent.value == 0) return false;
  if (options.objective != "time") return true;
  const cost::Machine& machine = options.machine;
  const Seconds sending = cost::seconds_of_exchange(machine, plan::Pattern::all_gather, false,
                                                    Bytes{sent.value / num_sites}, {}, num_sites);
  const double looking =
      static_cast<double>(way.reads_to_look(num_sites)) / machine.rate(cost::KernelClass::gather);
  return sending.value >= looking;
}

RELATILE_INLINE std::vector<tra::OtherWay*> ways_to_look(
    const std::vector<tra::NodePtr>& not_looked_at, const transport::Transport& transport,
    const planner::PlanOptions& options) {
  // What looking takes is in no plan that keeps within a cap.
  if (options.memory_per_rank > 0 || &transport != &transport::current()) return {};
  const int sites = transport.num_sites();
  std::map<const void*, Bytes> sent;
  std::set<const void*> chosen;
  std::vector<tra::OtherWay*> ways;
  for (const auto& node : not_looked_at) {
    tra::OtherWay& way = *tra::other_way(*node);
    if (!way.may_look() || chosen.contains(way.looks_at())) continue;
    // The first product of a program may be the last there is.
    const tra::RelationType& type = nth(node->inputs, way.slot())->type;
    const auto [all, is_first] = sent.try_emplace(way.looks_at(), way.sent_so_far());
    if (!is_first) all->second += (sites - 1) * type.bytes_in(Box::whole(type.extents));
    if (!pays_to_look(way, all->second, sites, options)) continue;
    way.prepare_look();
    chosen.insert(way.looks_at());
    ways.push_back(&way);
  }
  return ways;
}

}  // namespace relatile::detail

#include "relatile/context/evaluate.hpp"  // defines what these call
