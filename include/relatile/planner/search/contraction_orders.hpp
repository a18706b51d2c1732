// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/search/factor_tables.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/rules/contraction_order.hpp"
#include "relatile/rules/split_contraction.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// A graph without einsums of more than two operands.
struct ExpandedGraph {
  rules::Rewritten rewritten;  ///< new node by old one
  std::vector<tra::NodePtr> roots;
  std::vector<rules::ContractionOrder> orders;  ///< of the einsums, in the order of the graph
  bool exact = true;                            ///< no other orders have a cheaper plan
};

/// The einsums of more than two operands in a graph.
RELATILE_INLINE std::vector<tra::NodePtr> einsums_of_many(const std::vector<tra::NodePtr>& graph);

/// The graph with each of its einsums of many operands computed in the order given for it.
RELATILE_INLINE ExpandedGraph expanded(const std::vector<tra::NodePtr>& roots,
                                       const std::vector<tra::NodePtr>& einsums,
                                       std::vector<rules::ContractionOrder> orders, bool exact);

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
  OrderSearch(const std::vector<tra::NodePtr>& roots, int num_sites, const Objective& objective);

  ExpandedGraph run();

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

  Orders orders_of(const tra::Node& node) const;

  static std::vector<rules::ContractionOrder> firsts(const std::vector<Orders>& orders);

  /// The least that a plan can cost, whatever is moved for it.
  static Price least_work(const Problem& problem);

  struct Planned {
    Price price = Price::impossible();
    bool optimal = true;  ///< or it is certain that no plan is better than `limit`
  };
  /// What the cheapest plan of a graph costs. A plan that can't cost less than `limit` may not be
  /// looked for.
  Planned plan(const ExpandedGraph& graph, const Price& limit) const;

  ExpandedGraph best_combination(const std::vector<Orders>& orders) const;

  // ---- Where there are too many combinations ----------------------------------------------------

  ExpandedGraph each_by_itself(const std::vector<Orders>& orders) const;

  /// The best order of one einsum whose operands are where they are or, if they are still to be
  /// computed, wherever suits it best.
  rules::ContractionOrder by_itself(const tra::Node& node, const Orders& orders) const;

  rules::ContractionOrder layout_order(const rules::SplitContraction& split,
                                       const tra::Node& node) const;

  std::vector<tra::NodePtr> roots_;
  int num_sites_;
  const Objective& objective_;
  std::size_t num_nodes_ = 0;
  std::vector<tra::NodePtr> einsums_;
  std::shared_ptr<SharedSpaces> spaces_ = std::make_shared<SharedSpaces>();
  std::shared_ptr<SharedFactorTables> tables_ = std::make_shared<SharedFactorTables>();
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

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/contraction_orders.hpp"
#endif
