// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/contraction_orders.hpp"

#include <algorithm>
#include <utility>

#include "relatile/planner/search/layout_order.hpp"
#include "relatile/planner/search/optimal.hpp"
#include "relatile/rules/all_orders.hpp"
#include "relatile/rules/cheapest_order.hpp"
#include "relatile/rules/contraction_labels.hpp"
#include "relatile/rules/fuse_maps.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::planner {

RELATILE_INLINE std::vector<tra::NodePtr> einsums_of_many(const std::vector<tra::NodePtr>& graph) {
  std::vector<tra::NodePtr> einsums;
  for (const auto& node : graph) {
    if (!node->evaluated() && node->is_many()) einsums.push_back(node);
  }
  return einsums;
}

RELATILE_INLINE ExpandedGraph expanded(const std::vector<tra::NodePtr>& roots,
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

RELATILE_INLINE OrderSearch::OrderSearch(const std::vector<tra::NodePtr>& roots, int num_sites,
                                         const Objective& objective)
    : roots_(roots), num_sites_(num_sites), objective_(objective) {
  const auto graph = tra::topological_order(roots);
  num_nodes_ = graph.size();
  einsums_ = einsums_of_many(graph);
}

RELATILE_INLINE ExpandedGraph OrderSearch::run() {
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

RELATILE_INLINE OrderSearch::Orders OrderSearch::orders_of(const tra::Node& node) const {
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

RELATILE_INLINE std::vector<rules::ContractionOrder> OrderSearch::firsts(
    const std::vector<Orders>& orders) {
  std::vector<rules::ContractionOrder> chosen;
  for (const auto& one : orders) chosen.push_back(one.list.front());
  return chosen;
}

RELATILE_INLINE Price OrderSearch::least_work(const Problem& problem) {
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

RELATILE_INLINE OrderSearch::Planned OrderSearch::plan(const ExpandedGraph& graph,
                                                       const Price& limit) const {
  const auto fused = rules::fuse_maps(graph.roots);
  std::vector<tra::NodePtr> roots;
  for (const auto& root : graph.roots) roots.push_back(fused.at(root.get()));
  const Problem problem(roots, num_sites_, objective_, spaces_);
  if (objective_.additive() && !(least_work(problem) < limit)) return {};
  FactorTables tables(problem, tables_);
  const auto assignment = plan_below(problem, tables, limit.cost);
  if (!assignment)
    return {Price::impossible(), problem.complete() && !problem.may_join_more(limit)};
  return {assignment->price, assignment->optimal};
}

RELATILE_INLINE ExpandedGraph
OrderSearch::best_combination(const std::vector<Orders>& orders) const {
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

RELATILE_INLINE ExpandedGraph OrderSearch::each_by_itself(const std::vector<Orders>& orders) const {
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

RELATILE_INLINE rules::ContractionOrder OrderSearch::by_itself(const tra::Node& node,
                                                               const Orders& orders) const {
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
      tra::set_op(*stand_in, tra::Input{input->is_anywhere()});
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

RELATILE_INLINE rules::ContractionOrder OrderSearch::layout_order(
    const rules::SplitContraction& split, const tra::Node& node) const {
  const double moves = most_order_effort / (16 + num_sites_) - tables_->moves_priced;
  LayoutOrder search(split, node, {slack(), moves / 2}, num_sites_, objective_, spaces_);
  rules::ContractionOrder order = search.best();
  tables_->moves_priced += search.moves_priced();
  return order;
}

}  // namespace relatile::planner
