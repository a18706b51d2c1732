// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/factor_tables.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>

#include "relatile/core/nth.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::planner {

RELATILE_INLINE const FactorTables::Prices& FactorTables::work(int n) {
  auto& known = shared_->work[problem_.member(n).space.get()];
  if (!known) {
    std::vector<Price> prices;
    for (int c = 0; c < num_candidates(n); ++c) prices.push_back(problem_.work_price(n, c));
    known = std::make_shared<const std::vector<Price>>(std::move(prices));
  }
  return known;
}

RELATILE_INLINE const FactorTables::Prices& FactorTables::offer_of_input(int n) {
  const OutputLayouts& output_layouts = problem_.output_layouts(n);
  auto& known = shared_->offer_of_input[&output_layouts];
  if (known) return known;
  std::vector<Price> prices;
  const std::vector<Row> made = copying(n);
  for (int option = 0; option < output_layouts.num_options(); ++option) {
    const int copy = output_layouts.copy(option);
    prices.push_back({copy < 0 ? 0 : nth(*nth(made, copy), output_layouts.state(option)), 0});
  }
  known = std::make_shared<const std::vector<Price>>(std::move(prices));
  return known;
}

RELATILE_INLINE const FactorTables::Pairs& FactorTables::offer(int n) {
  auto& known = shared_->offer[{problem_.member(n).space.get(), &problem_.output_layouts(n)}];
  if (!known) {
    known = std::make_shared<const PairPrices>(is_pinned(n) ? offers_of_pinned(n) : offers(n));
  }
  return known;
}

RELATILE_INLINE const FactorTables::Pairs& FactorTables::read(int n, int slot) {
  const int u = problem_.operand(n, slot);
  const bool renamed = problem_.member(u).role == Role::renamed;
  const void* from = renamed ? problem_.member(u).node.get() : nullptr;
  std::vector<int> slots{slot};
  for (int other = 0; other < problem_.num_slots(n); ++other) {
    if (other != slot && problem_.operand(n, other) == u) slots.push_back(other);
  }
  auto& known = shared_->read[{&problem_.output_layouts(u), from, problem_.member(n).space.get(),
                               std::move(slots)}];
  if (!known) {
    known = std::make_shared<const PairPrices>(reads(n, slot));
    const auto& needs = nth(problem_.member(n).space->needs, slot);
    const OutputLayouts& output_layouts = problem_.output_layouts(u);
    shared_->moves_priced += static_cast<double>(
        needs.size() * (output_layouts.states.size() + output_layouts.replicas.size()));
  }
  return known;
}

RELATILE_INLINE std::shared_ptr<const CheapestReads> FactorTables::cheapest_read(int u) {
  const Member& input = problem_.member(u);
  auto& known = shared_->cheapest_read[&problem_.output_layouts(u)];
  if (known) return known;
  const auto [n, slot] = input.readers.front();
  const Shardings states = written_down(problem_.output_layouts(u).states);
  const Shardings needs = written_down(nth(problem_.member(n).space->needs, slot));
  shared_->moves_priced += static_cast<double>(needs.size() * states.size());
  std::vector<std::pair<double, int>> cheapest;  // per need
  for (const auto& need : needs) {
    std::pair<double, int> best{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t s = 0; s < states.size(); ++s) {
      const double price = problem_.move_price(input.node->type, states[s], need);
      if (price < best.first) best = {price, static_cast<int>(s)};
    }
    cheapest.push_back(best);
  }
  auto made = std::make_shared<CheapestReads>();
  std::vector<Price> prices;
  for (int c = 0; c < num_candidates(n); ++c) {
    const auto& [price, state] = nth(cheapest, nth(problem_.candidate(n, c).needs, slot));
    prices.push_back({price, 0});
    made->states.push_back(state);
  }
  made->prices = std::make_shared<const std::vector<Price>>(std::move(prices));
  known = std::move(made);
  return known;
}

// ---- Offers ------------------------------------------------------------------------------------

RELATILE_INLINE std::vector<FactorTables::Row> FactorTables::copying(int n) {
  // What copies cost depends on the state alone.
  const OutputLayouts& output_layouts = problem_.output_layouts(n);
  const NodeSpace& space = *problem_.member(n).space;
  const bool shared = !is_pinned(n) && space.states.size() == output_layouts.states.size();
  Shardings states;
  if (!output_layouts.replicas.empty()) states = written_down(output_layouts.states);
  std::vector<Row> rows;
  for (const auto& replica : output_layouts.replicas) {
    if (!shared) {
      rows.push_back(made_copying(n, states, replica));
      continue;
    }
    Row& row = shared_->copying[&space][shared_->placements.id_of(replica)];
    if (!row) row = made_copying(n, states, replica);
    rows.push_back(row);
  }
  // Joint needs are offered with some states each: nobody asks for the others' prices.
  std::vector<std::vector<double>> of_joints(
      output_layouts.joints.size(),
      std::vector<double>(output_layouts.states.size(), std::numeric_limits<double>::infinity()));
  for (const auto& [state, joint] : output_layouts.joint_options) {
    nth(nth(of_joints, joint), state) =
        problem_.joint_price(problem_.member(n).node->type, nth(output_layouts.states, state),
                             nth(output_layouts.joints, joint));
  }
  for (auto& prices : of_joints) {
    rows.push_back(std::make_shared<const std::vector<double>>(std::move(prices)));
  }
  return rows;
}

RELATILE_INLINE FactorTables::Row FactorTables::made_copying(
    int n, const Shardings& states, const placement::Sharding& replica) const {
  const placement::Sharding written = replica.written_down();
  std::vector<double> prices;
  for (const auto& state : states) {
    prices.push_back(problem_.copy_price(n, state, written));
  }
  return std::make_shared<const std::vector<double>>(std::move(prices));
}

RELATILE_INLINE PairPrices FactorTables::offers(int n) {
  std::vector<int> classes;
  for (int c = 0; c < num_candidates(n); ++c) classes.push_back(problem_.candidate(n, c).stored);
  const OutputLayouts& output_layouts = problem_.output_layouts(n);
  return PairPrices::offers(
      static_cast<std::size_t>(output_layouts.num_options()), output_layouts.states.size(),
      copying(n), std::make_shared<const std::vector<int>>(std::move(classes)), mixed_rows(n));
}

RELATILE_INLINE PairPrices FactorTables::offers_of_pinned(int n) {
  std::vector<double> prices;
  std::vector<Row> made = copying(n);
  const OutputLayouts& output_layouts = problem_.output_layouts(n);
  for (int option = 0; option < output_layouts.num_options(); ++option) {
    const int copy = output_layouts.copy(option);
    for (int c = 0; c < num_candidates(n); ++c) {
      const double copying_it = copy < 0 ? 0 : nth(made, copy)->front();
      prices.push_back(problem_.offer_price(n, c, 0).cost + copying_it);
    }
  }
  return PairPrices::written_out(static_cast<std::size_t>(num_candidates(n)), prices);
}

// ---- Reads -------------------------------------------------------------------------------------

RELATILE_INLINE std::vector<FactorTables::Copy> FactorTables::states_of(int u) const {
  std::vector<Copy> copies;
  for (std::size_t s = 0; s < problem_.output_layouts(u).states.size(); ++s) {
    copies.push_back({problem_.stored(u, static_cast<int>(s)), true});
  }
  return copies;
}

RELATILE_INLINE std::vector<FactorTables::Copy> FactorTables::replicas_of(int u) const {
  std::vector<Copy> copies;
  if (problem_.member(u).supplier != u) return copies;  // of what is renamed there is no copy
  for (const auto& replica : problem_.output_layouts(u).replicas) {
    const bool is_whole = placement::covers(replica, problem_.member(u).node->type.extents);
    copies.push_back({replica, is_whole});
  }
  return copies;
}

RELATILE_INLINE FactorTables::Row FactorTables::moves(int n, int slot, const Shardings& needs,
                                                      const Copy& copy) {
  const int u = problem_.operand(n, slot);
  if (problem_.member(u).role == Role::anywhere) return made_moves(n, slot, needs, copy);
  auto& rows = shared_->moves[{problem_.member(n).space.get(), slot}];
  Row& row = rows[2 * shared_->placements.id_of(copy.place) + (copy.is_whole ? 1 : 0)];
  if (!row) row = made_moves(n, slot, needs, copy);
  return row;
}

RELATILE_INLINE FactorTables::Row FactorTables::made_moves(int n, int slot, const Shardings& needs,
                                                           const Copy& copy) const {
  const int u = problem_.operand(n, slot);
  const bool anywhere = problem_.member(u).role == Role::anywhere;
  const tra::RelationType& type = problem_.member(u).node->type;
  const placement::Sharding have = copy.place.written_down();
  std::vector<double> row;
  for (const auto& need : needs) {
    const bool can = copy.is_whole || have == need;
    row.push_back(anywhere ? 0
                  : can    ? problem_.move_price(type, have, need)
                           : std::numeric_limits<double>::infinity());
  }
  return std::make_shared<const std::vector<double>>(std::move(row));
}

RELATILE_INLINE FactorTables::CopyRows FactorTables::moves_from_copies(int n, int slot) {
  const int u = problem_.operand(n, slot);
  const Shardings needs = written_down(nth(problem_.member(n).space->needs, slot));
  CopyRows rows;
  for (const Copy& copy : states_of(u)) rows.states.push_back(moves(n, slot, needs, copy));
  for (const Copy& copy : replicas_of(u)) rows.copies.push_back(moves(n, slot, needs, copy));
  for (Row& row : reads_of_joints(n, slot)) rows.copies.push_back(std::move(row));
  return rows;
}

RELATILE_INLINE std::vector<FactorTables::Row> FactorTables::reads_of_joints(int n,
                                                                             int slot) const {
  const int u = problem_.operand(n, slot);
  std::vector<Row> rows;
  if (problem_.member(u).supplier != u) return rows;  // of what is renamed there is no copy
  const OutputLayouts& offered = problem_.output_layouts(u);
  if (offered.joints.empty()) return rows;
  std::vector<std::ptrdiff_t> numbers;  // of what this slot may need, among what all readers may
  for (const auto& need : nth(problem_.member(n).space->needs, slot)) {
    numbers.push_back(std::find(offered.needs.begin(), offered.needs.end(), need) -
                      offered.needs.begin());
  }
  for (const JointNeed& joint : offered.joints) {
    std::vector<double> row;
    for (const std::ptrdiff_t k : numbers) {
      const bool served = k < std::ssize(joint.serves) && nth(joint.serves, k) != 0;
      row.push_back(served ? 0 : std::numeric_limits<double>::infinity());
    }
    rows.push_back(std::make_shared<const std::vector<double>>(std::move(row)));
  }
  return rows;
}

RELATILE_INLINE PairPrices::MixedRows FactorTables::mixed_rows(int u) const {
  const OutputLayouts& offered = problem_.output_layouts(u);
  if (offered.joint_options.empty()) return nullptr;
  auto mixed = std::make_shared<std::vector<PairPrices::MixedRow>>();
  for (const auto& option : offered.joint_options) {
    mixed->push_back({static_cast<std::size_t>(option.state),
                      offered.replicas.size() + static_cast<std::size_t>(option.joint)});
  }
  return mixed;
}

RELATILE_INLINE double FactorTables::CopyRows::least(const OutputLayouts& output_layouts,
                                                     int option, int column) const {
  const double stored = nth(*nth(states, output_layouts.state(option)), column);
  // Of what is renamed there are no copies.
  const int k = output_layouts.copy(option);
  return k < 0 || k >= std::ssize(copies) ? stored : std::min(stored, nth(*nth(copies, k), column));
}

RELATILE_INLINE std::vector<SlotNeeds> FactorTables::paid_in(int n, int slot) const {
  std::vector<SlotNeeds> paid(static_cast<std::size_t>(num_candidates(n)));
  const int end = problem_.shares_reads(n, slot) ? problem_.num_slots(n) : slot + 1;
  for (int c = 0; c < num_candidates(n); ++c) {
    if (problem_.is_paid_before(n, slot, c)) continue;
    for (int other = slot; other < end; ++other) {
      const bool reads_it = problem_.first_of_value(n, other) == slot;
      const bool is_new = problem_.first_of_alike(n, other, c) == other;
      if (other != slot && !(reads_it && is_new)) continue;
      nth(paid, c).push_back({other, nth(problem_.candidate(n, c).needs, other)});
    }
  }
  return paid;
}

RELATILE_INLINE PairPrices FactorTables::reads(int n, int slot) {
  const std::vector<SlotNeeds> paid = paid_in(n, slot);
  const bool plain = std::all_of(paid.begin(), paid.end(),
                                 [](const SlotNeeds& needs) { return needs.size() == 1; });
  if (!plain) return reads_of_several(n, slot, paid);
  std::vector<int> classes;
  for (const SlotNeeds& needs : paid) classes.push_back(needs.front().need);
  CopyRows rows = moves_from_copies(n, slot);
  const int u = problem_.operand(n, slot);
  return PairPrices::reads(static_cast<std::size_t>(problem_.output_layouts(u).num_options()),
                           std::move(rows.states), std::move(rows.copies),
                           std::make_shared<const std::vector<int>>(std::move(classes)),
                           mixed_rows(u));
}

RELATILE_INLINE PairPrices FactorTables::reads_of_several(int n, int slot,
                                                          const std::vector<SlotNeeds>& paid) {
  std::vector<SlotNeeds> distinct = paid;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<int> of_column;
  for (const SlotNeeds& needs : paid) {
    const auto found = std::lower_bound(distinct.begin(), distinct.end(), needs);
    of_column.push_back(static_cast<int>(found - distinct.begin()));
  }
  auto classes = std::make_shared<const std::vector<int>>(std::move(of_column));
  const bool shares = std::any_of(distinct.begin(), distinct.end(),
                                  [](const SlotNeeds& needs) { return needs.size() > 1; });
  if (shares) return shared_reads(n, slot, distinct, std::move(classes));
  CopyRows rows = moves_from_copies(n, slot);
  for (auto* part : {&rows.states, &rows.copies}) {
    for (Row& row : *part) {
      std::vector<double> prices;
      for (const SlotNeeds& needs : distinct) {
        prices.push_back(needs.empty() ? 0 : nth(*row, needs.front().need));
      }
      row = std::make_shared<const std::vector<double>>(std::move(prices));
    }
  }
  const int u = problem_.operand(n, slot);
  return PairPrices::reads(static_cast<std::size_t>(problem_.output_layouts(u).num_options()),
                           std::move(rows.states), std::move(rows.copies), std::move(classes),
                           mixed_rows(u));
}

RELATILE_INLINE PairPrices FactorTables::shared_reads(int n, int slot,
                                                      const std::vector<SlotNeeds>& paid,
                                                      PairPrices::Classes classes) {
  const OutputLayouts& offered = problem_.output_layouts(problem_.operand(n, slot));
  std::map<int, CopyRows> apart;  // per slot
  for (const SlotNeeds& needs : paid) {
    for (const SlotNeed& read : needs) {
      if (!apart.contains(read.slot)) apart.emplace(read.slot, moves_from_copies(n, read.slot));
    }
  }
  UnionPrices joined(problem_, n, slot);
  const auto num_options = static_cast<std::size_t>(offered.num_options());
  std::vector<std::vector<double>> prices(num_options, std::vector<double>(paid.size(), 0));
  SlotNeeds missing;
  for (std::size_t k = 0; k < paid.size(); ++k) {
    UnionPrices::Row* of_all = nullptr;  // most options lack all that is needed
    for (std::size_t option = 0; option < num_options; ++option) {
      const int o = static_cast<int>(option);
      double& price = prices[option][k];
      missing.clear();
      for (const SlotNeed& read : paid[k]) {
        const double alone = apart.at(read.slot).least(offered, o, read.need);
        if (alone > 0) missing.push_back(read);
        price += alone;
      }
      if (missing.size() < 2) continue;
      if (missing.size() < paid[k].size()) {
        price = std::min(price, joined.least(o, missing));
      } else {
        if (!of_all) of_all = &joined.row(missing);
        price = std::min(price, joined.least(o, missing, *of_all));
      }
    }
  }
  shared_->moves_priced += joined.num_priced();
  std::vector<Row> rows;
  for (auto& row : prices)
    rows.push_back(std::make_shared<const std::vector<double>>(std::move(row)));
  return PairPrices::reads(num_options, std::move(rows), {}, std::move(classes), nullptr);
}

}  // namespace relatile::planner
