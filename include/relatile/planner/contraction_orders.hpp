// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/planner/layout_order.hpp"
#include "relatile/planner/optimal.hpp"
#include "relatile/rules/all_orders.hpp"

namespace relatile::planner {

/// A graph without einsums of more than two operands.
struct ExpandedGraph {
  std::unordered_map<const tra::Node*, tra::NodePtr> rewritten;  ///< new node by old one
  std::vector<tra::NodePtr> roots;
  std::vector<rules::ContractionOrder> orders;  ///< of the einsums, in the order of the graph
  bool exact = true;                            ///< no other orders have a cheaper plan
};

/// The einsums of more than two operands in a graph.
inline std::vector<tra::NodePtr> einsums_of_many(const std::vector<tra::NodePtr>& graph) {
  std::vector<tra::NodePtr> einsums;
  for (const auto& node : graph) {
    if (!node->evaluated() && node->is_many()) einsums.push_back(node);
  }
  return einsums;
}

/// The graph with each of its einsums of many operands computed in the order given for it.
inline ExpandedGraph expanded(const std::vector<tra::NodePtr>& roots,
                              const std::vector<tra::NodePtr>& einsums,
                              std::vector<rules::ContractionOrder> orders, bool exact) {
  std::unordered_map<const tra::Node*, const rules::ContractionOrder*> order_of;
  for (std::size_t e = 0; e < einsums.size(); ++e) order_of[einsums[e].get()] = &orders[e];
  ExpandedGraph graph;
  graph.rewritten =
      rules::split_contractions(roots, [&](const tra::Node& node) { return *order_of.at(&node); });
  for (const auto& root : roots) graph.roots.push_back(graph.rewritten.at(root.get()));
  graph.orders = std::move(orders);
  graph.exact = exact;
  return graph;
}

/// Up to this many combinations of the orders of all einsums are planned, each with the whole
/// program, as long as all these plans together have no more nodes than `most_nodes_planned`, and
/// moves enough to be priced in about a second. One einsum of five operands has 105 orders.
inline constexpr double most_combinations = 200;
inline constexpr double most_nodes_planned = 20'000;
inline constexpr double most_order_effort = 1e7;

/// To objectives that leave it to the search to share work out evenly, such as bytes, orders of
/// more than this many times the fewest operations are no choice either: they save messages by
/// computing for longer.
inline constexpr double order_slack = 2;

/// Searches for the orders of all einsums of more than two operands, together with the plan.
class OrderSearch {
 public:
  OrderSearch(const std::vector<tra::NodePtr>& roots, int num_sites, const Objective& objective)
      : roots_(roots), num_sites_(num_sites), objective_(objective) {
    const auto graph = tra::topological_order(roots);
    num_nodes_ = graph.size();
    einsums_ = einsums_of_many(graph);
  }

  ExpandedGraph run() {
    double combinations = 1;
    std::vector<Orders> orders;
    for (const auto& node : einsums_) {
      orders.push_back(orders_of(*node));
      combinations *= orders.back().all ? static_cast<double>(orders.back().list.size())
                                        : std::numeric_limits<double>::infinity();
    }
    const auto planned = static_cast<double>(num_nodes_) * combinations;
    if (combinations <= 1) return expanded(roots_, einsums_, firsts(orders), true);
    if (combinations <= most_combinations && planned <= most_nodes_planned) {
      return best_combination(orders);
    }
    return each_by_itself(orders);
  }

 private:
  struct Orders {
    std::vector<rules::ContractionOrder> list;  ///< to choose from, of the fewest operations first
    bool all = true;                            ///< nothing else is worth choosing
  };

  double slack() const {
    return objective_.idling() == Idling::balanced ? order_slack
                                                   : std::numeric_limits<double>::infinity();
  }

  bool spent() const { return tables_->effort(num_sites_) > most_order_effort; }

  Orders orders_of(const tra::Node& node) const {
    const auto labels = rules::contraction_labels(node);
    if (rules::num_orders(labels.size()) > most_combinations) {
      return {{rules::cheapest_order(labels)}, false};
    }
    Orders orders{rules::all_orders(labels), true};
    if (orders.list.empty()) rules::cheapest_order(labels);  // throws, and says why
    const double most = most_flops(slack(), orders.list.front().flops);
    std::erase_if(orders.list, [&](const auto& order) { return order.flops > most; });
    return orders;
  }

  static std::vector<rules::ContractionOrder> firsts(const std::vector<Orders>& orders) {
    std::vector<rules::ContractionOrder> chosen;
    for (const auto& one : orders) chosen.push_back(one.list.front());
    return chosen;
  }

  /// The least that a plan can cost, whatever is moved for it.
  static Price least_work(const Problem& problem) {
    Price total;
    for (int n = 0; n < problem.size(); ++n) {
      if (problem.member(n).role != Role::computed) continue;
      Price least = Price::impossible();
      least.tie = std::numeric_limits<double>::infinity();
      for (int c = 0; c < static_cast<int>(problem.member(n).space->candidates.size()); ++c) {
        const Price price = problem.work_price(n, c);
        least = {std::min(least.cost, price.cost), std::min(least.tie, price.tie)};
      }
      total = total + least;
    }
    return total;
  }

  struct Planned {
    Price price = Price::impossible();
    bool optimal = true;  ///< or it is certain that no plan is better than `limit`
  };
  /// What the cheapest plan of a graph costs. A plan that can't cost less than `limit` may not be
  /// looked for.
  Planned plan(const ExpandedGraph& graph, const Price& limit) const {
    const auto fused = rules::fuse_maps(graph.roots);
    std::vector<tra::NodePtr> roots;
    for (const auto& root : graph.roots) roots.push_back(fused.at(root.get()));
    const Problem problem(roots, num_sites_, objective_, spaces_);
    if (objective_.additive() && !(least_work(problem) < limit)) return {};
    const Choice choice = plan_optimal(problem, Tables(problem, tables_));
    return {choice.price, choice.optimal};
  }

  ExpandedGraph best_combination(const std::vector<Orders>& orders) const {
    std::vector<std::size_t> at(orders.size(), 0);
    ExpandedGraph best;
    Price best_price = Price::impossible();
    bool exact = true;
    for (bool more = true; more;) {
      std::vector<rules::ContractionOrder> chosen;
      for (std::size_t e = 0; e < orders.size(); ++e) chosen.push_back(orders[e].list[at[e]]);
      ExpandedGraph graph = expanded(roots_, einsums_, std::move(chosen), true);
      const Planned planned = plan(graph, best_price);
      exact = exact && planned.optimal;
      if (best.roots.empty() || planned.price < best_price) {
        best = std::move(graph);
        best_price = planned.price;
      }
      std::size_t e = orders.size();
      while (e > 0 && ++at[e - 1] == orders[e - 1].list.size()) at[--e] = 0;
      more = e > 0;
      if (more && spent()) {
        exact = false;
        break;
      }
    }
    best.exact = exact;
    return best;
  }

  // ---- Where there are too many combinations ----------------------------------------------------

  ExpandedGraph each_by_itself(const std::vector<Orders>& orders) const {
    std::vector<rules::ContractionOrder> chosen;
    for (std::size_t e = 0; e < orders.size(); ++e) {
      chosen.push_back(by_itself(*einsums_[e], orders[e]));
    }
    ExpandedGraph graph = expanded(roots_, einsums_, std::move(chosen), false);
    if (spent() || static_cast<double>(num_nodes_) > most_combinations) return graph;
    ExpandedGraph fewest = expanded(roots_, einsums_, firsts(orders), false);
    const Price price = plan(graph, Price::impossible()).price;
    return plan(fewest, price).price < price ? fewest : graph;
  }

  /// The best order of one einsum whose operands are where they are or, if they are still to be
  /// computed, wherever suits it best.
  rules::ContractionOrder by_itself(const tra::Node& node, const Orders& orders) const {
    Orders tried = orders;
    const auto alone = std::make_shared<tra::Node>(node);
    alone->handle.reset();
    std::unordered_map<const tra::Node*, tra::NodePtr> stand_ins;
    for (auto& input : alone->inputs) {
      if (input->evaluated()) continue;
      tra::NodePtr& stand_in = stand_ins[input.get()];
      if (!stand_in) {
        stand_in = std::make_shared<tra::Node>();
        stand_in->type = input->type;
        stand_in->anywhere = input->anywhere;
      }
      input = stand_in;
    }
    const rules::SplitContraction split(*alone);
    if (!orders.all && split.labels().size() <= rules::most_exact_operands) {
      tried.list.insert(tried.list.begin(), layout_order(split, *alone));
    }
    std::size_t best = 0;
    Price best_price = Price::impossible();
    for (std::size_t o = 0; o < tried.list.size() && tried.list.size() > 1 && !spent(); ++o) {
      const ExpandedGraph graph = expanded({alone}, {alone}, {tried.list[o]}, false);
      const Price price = plan(graph, best_price).price;
      if (!(price < best_price)) continue;
      best_price = price;
      best = o;
    }
    return tried.list[best];
  }

  rules::ContractionOrder layout_order(const rules::SplitContraction& split,
                                       const tra::Node& node) const {
    const double moves = most_order_effort / (16 + num_sites_) - tables_->moves_priced;
    LayoutOrder search(split, node, {slack(), moves / 2}, num_sites_, objective_, spaces_);
    rules::ContractionOrder order = search.best();
    tables_->moves_priced += search.moves_priced();
    return order;
  }

  std::vector<tra::NodePtr> roots_;
  int num_sites_;
  const Objective& objective_;
  std::size_t num_nodes_ = 0;
  std::vector<tra::NodePtr> einsums_;
  std::shared_ptr<SharedSpaces> spaces_ = std::make_shared<SharedSpaces>();
  std::shared_ptr<SharedTables> tables_ = std::make_shared<SharedTables>();
};

/// Splits every einsum of more than two operands into steps of two, so that the plan of the whole
/// program is cheapest: orders, partition vectors and placements are chosen together. Exact while
/// there are no more than `most_combinations` of orders; beyond, every einsum gets the order that
/// is best by itself, by dynamic programming over subsets if it has many operands, and `exact` is
/// false.
///
///   errors  LimitExceeded for an einsum that has no order whose steps have at most 16 labels
inline ExpandedGraph expand_contractions(const std::vector<tra::NodePtr>& roots, int num_sites,
                                         const Objective& objective) {
  return OrderSearch(roots, num_sites, objective).run();
}

}  // namespace relatile::planner
