// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/known_orders.hpp"
#include "relatile/planner/plan_cache.hpp"
#include "relatile/planner/plan_key.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/planner/recently_made.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// By which plans a context's programs ran. A loop plans once, and so does one whose slices begin
/// elsewhere in every round: such a program follows what was chosen for one of its form before.
///
/// What is remembered decides how the next program is planned, and all ranks must plan alike. So
/// only what all ranks of a context have run together is remembered, in the order in which it ran;
/// what one of them asks `explain` for changes nothing.
///
///   memory  at most `capacity` forms, the one that ran longest ago goes first; of each the plans
///           that ran last, some choices, and the orders of its einsums
class PlanHistory {
 public:
  /// Of a form that ran with more slices than that, those plans are remembered that ran last.
  static constexpr std::size_t most_plans = 4;
  /// Beyond so many choices for one form, the cheapest of them is followed, whatever it costs.
  static constexpr std::size_t most_choices = 4;
  /// How much more a plan may cost that follows a known choice than the dearest that was searched
  /// for with another beginning of the slices; else it is searched for, too.
  static constexpr double most_above_known = 1.25;

  explicit PlanHistory(std::size_t capacity = 64) : forms_(capacity), orders_(capacity) {}

  /// How a plan was come by.
  enum class How : std::uint8_t { known, followed, searched };
  struct Found {
    KnownPlanPtr plan;
    How how = How::known;
  };

  /// The plan of a program, which changes nothing here: that by which it ran before, or one by
  /// which it follows a known choice, or what `search()` gives, a KnownPlanPtr.
  ///
  ///   graph, results  all nodes, operands first, as the planner lists them; those to keep
  template <class Search>
  Found plan(const tra::GraphKey& key, const PlanOptions& options,
             const std::vector<tra::NodePtr>& graph, const std::vector<tra::NodePtr>& results,
             std::int64_t message_limit, Search&& search) const {
    if (const Form* const form = forms_.look_up(key.form, options)) {
      if (KnownPlanPtr known = form->plan_of(key.offsets)) return {std::move(known), How::known};
      if (KnownPlanPtr made = followed(*form, options, graph, results, message_limit)) {
        return {std::move(made), How::followed};
      }
    }
    return {search(), How::searched};
  }

  /// That a program ran by this plan, on all ranks.
  void remember(const tra::GraphKey& key, const PlanOptions& options, const Found& found);

  /// The orders that a program of this form was computed in, or null.
  const KnownOrders* orders(const tra::GraphKey& key, const PlanOptions& options) const {
    return orders_.look_up(key.form, options);
  }
  /// That a program was computed in these orders, on all ranks.
  void remember(const OrdersOfGraph& orders, const PlanOptions& options) {
    if (orders_.find(orders.key.form, options)) return;
    orders_.remember(orders.key.form, options, orders.known);
  }

  /// How many programs ran by plans that were come by so.
  std::int64_t count(How how) const { return counts_[static_cast<std::size_t>(how)]; }

 private:
  struct Form {
    std::vector<std::shared_ptr<const KnownChoice>> choices;
    double dearest = 0;                                         ///< of what was searched for
    std::vector<std::pair<std::string, KnownPlanPtr>> plans{};  ///< by offsets, the last one first

    KnownPlanPtr plan_of(const std::string& offsets) const;
    void remember(const std::string& offsets, const Found& found);
  };

  static KnownPlanPtr followed(const Form& form, const PlanOptions& options,
                               const std::vector<tra::NodePtr>& graph,
                               const std::vector<tra::NodePtr>& results,
                               std::int64_t message_limit);

  RecentlyMade<Form> forms_;
  RecentlyMade<KnownOrders> orders_;
  std::array<std::int64_t, 3> counts_{};  ///< by How
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/plan_history.hpp"
#endif
