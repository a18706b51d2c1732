// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/placement/recognise.hpp"
#include "relatile/planner/key_map.hpp"
#include "relatile/planner/label_order.hpp"
#include "relatile/planner/objective.hpp"
#include "relatile/planner/search_space.hpp"
#include "relatile/planner/structure_key.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::planner {

/// What a node offers to its readers: its value stored in one of `states` and, if that pays, a
/// second copy in one of `copies` (duplication, [spartan15] section 3.4).
///
/// Options are numbered copy by copy: option o is state o % states with copy o / states - 1, where
/// -1 means none.
struct Supply {
  std::vector<placement::Spread> states;
  std::vector<placement::Spread> copies;

  int num_options() const { return static_cast<int>(states.size() * (1 + copies.size())); }
  int state(int option) const { return option % static_cast<int>(states.size()); }
  int copy(int option) const { return option / static_cast<int>(states.size()) - 1; }
  int option(int state, int copy) const {
    return state + (copy + 1) * static_cast<int>(states.size());
  }
};

/// What a node is to the search.
enum class Role : std::uint8_t {
  stored,    ///< the sites hold it already
  free,      ///< an input without data: stored wherever suits best
  anywhere,  ///< made wherever it is needed, at no cost
  computed,  ///< executed by one of its candidates
  moved,     ///< only moved to a pinned placement
  renamed,   ///< blocks stay where its operand has them: rekey, filter, identity
};

/// An operand slot that reads a node.
struct Reader {
  int node = 0;
  int slot = 0;
};

/// One node of a problem.
struct Member {
  tra::NodePtr node;
  Role role = Role::stored;
  std::shared_ptr<const NodeSpace> space;
  std::shared_ptr<const Supply> supply;
  int supplier = 0;  ///< the member whose options decide where this one is: itself unless renamed
  std::vector<placement::Spread> renamed;  ///< per state of the supplier, where this one is then
  std::vector<Reader> readers;

  bool chooses() const { return role == Role::computed || role == Role::moved; }
};

/// A decision for every node: which candidate executes it, and what it offers to its readers.
struct Choice {
  std::vector<int> candidate;  ///< per node, into its space; 0 where there is nothing to choose
  std::vector<int> option;     ///< per node, into its supply
  Price price;
  bool optimal = false;
  double lower_bound = 0;  ///< no choice costs less, as far as is known
  std::string planner;
};

/// Search spaces that several problems share: programs that differ in a part only, on the same
/// sites under the same objective. What is in it lives as long as it does, so that addresses name
/// spaces and supplies.
struct SharedSpaces {
  std::map<std::string, std::shared_ptr<const NodeSpace>> spaces;
  std::map<const tra::StoredValue*, std::shared_ptr<const NodeSpace>> stored;
  std::map<std::vector<const void*>, std::shared_ptr<const Supply>> supplies;
  std::vector<std::shared_ptr<const void>> kept;
};

/// A program to be planned: the search space of every node and the price of every choice. All
/// planners choose from the same problem and are judged by the same prices.
class Problem {
 public:
  /// How many placements are offered for second copies of a node, at least and at most, and how
  /// many options that may make.
  static constexpr std::size_t fewest_copies = 2;
  static constexpr std::size_t most_copies = 24;
  static constexpr std::size_t most_options = 512;

  Problem(const std::vector<tra::NodePtr>& roots, int num_sites, const Objective& objective,
          std::shared_ptr<SharedSpaces> shared = std::make_shared<SharedSpaces>())
      : num_sites_(num_sites), objective_(objective), shared_(std::move(shared)) {
    const auto nodes = tra::topological_order(roots);
    order_ = std::make_unique<const LabelOrder>(nodes);
    members_.resize(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      index_[nodes[n].get()] = static_cast<int>(n);
      members_[n].node = nodes[n];
      if (nodes[n]->evaluated()) continue;
      for (std::size_t x = 0; x < nodes[n]->inputs.size(); ++x) {
        member_of(*nodes[n]->inputs[x])
            .readers.push_back({static_cast<int>(n), static_cast<int>(x)});
      }
    }
    for (std::size_t n = 0; n < members_.size(); ++n) set_space(static_cast<int>(n));
    for (std::size_t n = 0; n < members_.size(); ++n) set_supply(static_cast<int>(n));
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  /// The same nodes with the same candidates and options, judged by another objective: a planner's
  /// own rule of decision.
  Problem(const Problem& other, const Objective& objective)
      : num_sites_(other.num_sites_),
        objective_(objective),
        shared_(other.shared_),
        members_(other.members_),
        index_(other.index_) {}

  int num_sites() const { return num_sites_; }
  int size() const { return static_cast<int>(members_.size()); }
  const Objective& objective() const { return objective_; }
  const Member& member(int n) const { return members_[static_cast<std::size_t>(n)]; }
  int index_of(const tra::Node& node) const { return index_.at(&node); }
  int operand(int n, int slot) const {
    return index_of(*member(n).node->inputs[static_cast<std::size_t>(slot)]);
  }
  const Supply& supply(int n) const { return *member(member(n).supplier).supply; }
  const Candidate& candidate(int n, int c) const {
    return member(n).space->candidates[static_cast<std::size_t>(c)];
  }

  /// Where node `n` is stored under its supplier's option, without the second copy.
  const placement::Spread& stored(int n, int option) const {
    const auto state = static_cast<std::size_t>(supply(n).state(option));
    return member(n).role == Role::renamed ? member(n).renamed[state] : supply(n).states[state];
  }
  /// The second copy of node `n`, or null.
  const placement::Spread* second(int n, int option) const {
    const int copy = supply(n).copy(option);
    if (copy < 0 || member(n).supplier != n) return nullptr;
    return &supply(n).copies[static_cast<std::size_t>(copy)];
  }

  /// Executing node `n` by candidate `c`, and bringing a partial result together.
  Price work_price(int n, int c) const {
    const Member& m = member(n);
    if (m.role != Role::computed) return {};
    const Candidate& chosen = candidate(n, c);
    Price price{
        objective_.work({*m.node, chosen.layout, chosen.busiest_flops, chosen.busiest_bytes}),
        static_cast<double>(chosen.busiest_flops)};
    if (chosen.partial) {
      price.cost += objective_.transport(
          {m.node->type, chosen.produced, stored_by(n, c), chosen.reduction, true});
    }
    return price;
  }
  /// Offering option `option` after candidate `c`: moves to a pinned placement and to a copy.
  Price offer_price(int n, int c, int option) const {
    const Member& m = member(n);
    Price price;
    if (m.role == Role::computed) {
      if (m.node->pinned_placement.empty()) {
        if (candidate(n, c).stored != m.supply->state(option)) return Price::impossible();
      } else {
        price.cost += move_price(m.node->type, stored_by(n, c), m.supply->states.front());
      }
    }
    if (const auto* copy = second(n, option)) {
      price.cost += move_price(m.node->type, stored(n, option), *copy);
    }
    return price;
  }
  /// Reading operand `slot` of node `n` by candidate `c`, if the operand's supplier offers
  /// `option`.
  Price read_price(int n, int slot, int c, int option) const {
    const int u = operand(n, slot);
    if (member(u).role == Role::anywhere || repeats(n, slot, c)) return {};
    return {read(u, option, need_of(n, slot, c)), 0};
  }
  /// Whether candidate `c` reads in `slot` what it reads in an earlier slot already.
  bool repeats(int n, int slot, int c) const {
    for (int before = 0; before < slot; ++before) {
      if (operand(n, before) == operand(n, slot) && need_of(n, before, c) == need_of(n, slot, c)) {
        return true;
      }
    }
    return false;
  }

  const placement::Spread& need_of(int n, int slot, int c) const {
    const NodeSpace& space = *member(n).space;
    const auto& needs = space.needs[static_cast<std::size_t>(slot)];
    return needs[static_cast<std::size_t>(candidate(n, c).needs[static_cast<std::size_t>(slot)])];
  }

  const placement::Spread& stored_by(int n, int c) const {
    return member(n).space->states[static_cast<std::size_t>(candidate(n, c).stored)];
  }
  double move_price(const tra::RelationType& type, const placement::Spread& have,
                    const placement::Spread& need) const {
    const cost::Move move = cost::Mover(type).move(have, need);
    const Transport transport{type, have, need, move, false};
    return move.moves() ? objective_.transport(transport) : objective_.in_place(transport);
  }

  /// The price of everything together; the choice must be complete.
  Price price(const Choice& choice) const {
    Price total;
    for (int n = 0; n < size(); ++n) {
      const int c = choice.candidate[static_cast<std::size_t>(n)];
      total =
          total + work_price(n, c) + offer_price(n, c, choice.option[static_cast<std::size_t>(n)]);
      for (int slot = 0; member(n).chooses() && slot < num_slots(n); ++slot) {
        const int supplier = member(operand(n, slot)).supplier;
        total = total + read_price(n, slot, c, choice.option[static_cast<std::size_t>(supplier)]);
      }
    }
    if (const auto whole = objective_.whole(*this, choice)) total.cost = *whole;
    return total;
  }
  /// True if every node's whole space is there to choose from.
  bool complete() const {
    return std::all_of(members_.begin(), members_.end(),
                       [](const Member& m) { return !m.space || m.space->complete; });
  }
  int num_slots(int n) const { return static_cast<int>(member(n).node->inputs.size()); }

 private:
  Member& member_of(const tra::Node& node) {
    return members_[static_cast<std::size_t>(index_.at(&node))];
  }

  double read(int u, int option, const placement::Spread& need) const {
    const tra::RelationType& type = member(u).node->type;
    const double first = move_price(type, stored(u, option), need);
    const auto* copy = second(u, option);
    return copy && first > 0 ? std::min(first, move_price(type, *copy, need)) : first;
  }

  void set_space(int n) {
    Member& m = members_[static_cast<std::size_t>(n)];
    const tra::Node& node = *m.node;
    m.supplier = n;
    if (node.evaluated()) {
      m.role = Role::stored;
      auto& known = shared_->stored[node.value.get()];
      if (!known) known = stored_space(node);
      m.space = known;
    } else if (node.pinned_placement.empty() && (is_key_map(node) || is_pass_through(node))) {
      m.role = Role::renamed;
      m.supplier = member_of(*node.inputs[0]).supplier;
    } else if (is_pass_through(node)) {
      m.role = Role::moved;
      auto space = std::make_shared<NodeSpace>();
      space->states = {pinned(node)};
      space->needs = {{pinned(node)}};
      space->candidates.resize(1);
      space->candidates[0].needs = {0};
      shared_->kept.push_back(space);
      m.space = std::move(space);
    } else {
      m.role = node.kind == tra::Kind::input ? (node.anywhere ? Role::anywhere : Role::free)
                                             : Role::computed;
      auto& known = shared_->spaces[StructureKey::of(node, order_->ranks(node))];
      if (!known) {
        known = std::make_shared<const NodeSpace>(make_space(node));
        shared_->kept.push_back(m.node);  // the key may be its address
      }
      m.space = known;
    }
  }
  std::shared_ptr<const NodeSpace> stored_space(const tra::Node& node) const {
    auto space = std::make_shared<NodeSpace>();
    placement::Placement held{node.value->held, node.value->placement};
    space->states = {placement::recognised_spread(std::move(held), node.type.extents)};
    shared_->kept.push_back(node.value);
    return space;
  }
  NodeSpace make_space(const tra::Node& node) const {
    if (node.kind != tra::Kind::input) {
      return compute_space(node, num_sites_, objective_.idling(), order_->ranks(node));
    }
    if (!node.anywhere) return free_input_space(node, num_sites_, order_->ranks(node));
    NodeSpace space;
    space.states = {whole_spread(node.type.extents, num_sites_, num_sites_)};
    return space;
  }
  placement::Spread pinned(const tra::Node& node) const {
    return placement::irregular_spread({node.pinned_placement, node.pinned_text});
  }

  void set_supply(int n) {
    Member& m = members_[static_cast<std::size_t>(n)];
    if (m.role == Role::renamed) {
      const int input = operand(n, 0);
      shared_->kept.push_back(m.node);
      for (std::size_t s = 0; s < supply(n).states.size(); ++s) {
        const placement::Spread& from = stored(input, static_cast<int>(s));
        m.renamed.push_back(is_key_map(*m.node) ? placement::irregular_spread(
                                                      mapped_placement(*m.node, from.boxes()))
                                                : from);
      }
      return;
    }
    std::vector<const void*> key{m.space.get()};
    for (const Reader& reader : m.readers) {
      key.push_back(member(reader.node).space.get());
      key.push_back(reinterpret_cast<const void*>(static_cast<std::uintptr_t>(reader.slot)));
    }
    const bool fixed = m.role == Role::computed && !m.node->pinned_placement.empty();
    auto& known = shared_->supplies[key];
    if (!known || fixed) {
      auto supply = std::make_shared<Supply>();
      supply->states = fixed ? std::vector<placement::Spread>{pinned(*m.node)} : m.space->states;
      if (m.role != Role::anywhere) supply->copies = copies_worth_offering(m, *supply);
      if (fixed) shared_->kept.push_back(supply);
      known = std::move(supply);
    }
    m.supply = known;
  }

  /// Placements in which several readers may want a node that is not stored so: moved once, read
  /// often. One reader alone can do its own move.
  std::vector<placement::Spread> copies_worth_offering(const Member& m,
                                                       const Supply& supply) const {
    std::vector<placement::Spread> copies;
    int num_readers = 0;
    for (const Reader& reader : m.readers) num_readers += member(reader.node).chooses() ? 1 : 0;
    if (num_readers < 2) return copies;
    std::vector<int> wanted_by;
    // Others may have to be read from a copy, so it must hold everything.
    for (const Reader& reader : m.readers) {
      if (!member(reader.node).chooses()) continue;
      for (const auto& need :
           member(reader.node).space->needs[static_cast<std::size_t>(reader.slot)]) {
        if (!placement::covers(need, m.node->type.extents)) continue;
        const auto at = static_cast<std::size_t>(index_in(copies, need));
        wanted_by.resize(copies.size(), 0);
        ++wanted_by[at];
      }
    }
    // Those that most readers can use first; the number of options stays within bounds.
    std::vector<std::size_t> order(copies.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return wanted_by[a] > wanted_by[b]; });
    const std::size_t most =
        std::clamp(most_options / supply.states.size(), fewest_copies + 1, most_copies + 1) - 1;
    std::vector<placement::Spread> offered;
    for (std::size_t i : order) {
      if (offered.size() == most) break;
      if (supply.states.size() == 1 && copies[i] == supply.states.front()) continue;
      offered.push_back(std::move(copies[i]));
    }
    return offered;
  }

  int num_sites_;
  const Objective& objective_;
  std::shared_ptr<SharedSpaces> shared_;
  std::unique_ptr<const LabelOrder> order_;
  std::vector<Member> members_;
  std::unordered_map<const tra::Node*, int> index_;
};

}  // namespace relatile::planner
