// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/space/known_sets.hpp"
#include "relatile/planner/space/output_layouts.hpp"

namespace relatile::planner {

class Problem;
struct Member;

/// Finds what several operators need of a value and may get by one exchange that costs less than
/// one for each of them: unions of what they need, where that has elements in common. Those that
/// are cheapest to bring come first, so that what is left out is known to cost more.
class JointNeeds {
 public:
  /// How many options joint needs may make of one value, and how many of them are looked at: tables
  /// of prices have as many columns.
  struct Most {
    std::size_t options;
    std::size_t drafts;
  };
  static constexpr Most most_of_few{1 << 14, 1 << 17};
  /// Of programs of more than `few_operators`.
  static constexpr Most most{1024, 1 << 13};
  /// Beyond so many sites or `Problem::few_nodes` operators, and to objectives to which sites may
  /// idle, planning would take much longer with more than the cheapest few.
  static constexpr Most most_of_large{16, 64};
  static constexpr int few_sites = 8;
  static constexpr int few_operators = 12;

  JointNeeds(const Problem& problem, const Member& value, OutputLayouts& offered)
      : problem_(problem), value_(value), offered_(offered) {}

  /// Adds them to what the value is offered in.
  void add();

 private:
  /// Needs by number, none of them within another.
  using Set = KnownSets::Set;

  /// What some operators need together, brought from one state. There are up to 10^5 of them: sets
  /// are numbers in `sets_`.
  struct Draft {
    double price = 0;  ///< a bound from below until it is looked at
    double apart = 0;  ///< what an exchange for each operator costs
    int state = 0;
    int needs = 0;
    int operators = 0;
    int before = 0;  ///< in `extended_`: what the last operator was added to,
    int last = 0;    ///< which operator that is,
    int way = 0;     ///< and which of its sets, by price
    bool is_priced = false;
  };
  /// A draft in the queue, which moves what is in it about.
  struct Queued {
    double price;
    std::uint64_t needs;  ///< as far as they begin
    int state;
    int draft;  ///< in `queued_`
  };
  struct ComesLater {
    const KnownSets& sets;
    const std::vector<Draft>& drafts;
    bool operator()(const Queued& a, const Queued& b) const {
      if (a.price != b.price) return a.price > b.price;
      if (a.state != b.state) return a.state > b.state;
      if (a.needs != b.needs) return a.needs > b.needs;
      const Draft& one = nth(drafts, a.draft);
      const Draft& other = nth(drafts, b.draft);
      return one.needs != other.needs ? sets.is_after(one.needs, other.needs)
                                      : sets.is_after(one.operators, other.operators);
    }
  };
  /// A set that an operator may need, and what the dearest need of it costs.
  struct PricedSet {
    double least = 0;
    int needs = 0;
  };

  bool is_offered() const;
  bool is_few() const;
  bool is_small() const;
  /// What the candidates of each operator need.
  void find_operators();
  void add_operator(int n, const std::vector<int>& slots);
  void compare_needs();
  /// Offers up to so many more unions of what `operators_` need, from the cheapest on.
  void look_for(const Most& limits);
  void forget_drafts();
  void compare(int a, int b);
  void start();
  void put_in_queue(int draft);
  void look_at(int draft);
  void offer(const Draft& draft);
  /// What the draft and one operator more need.
  void extend(const Draft& draft);
  /// The draft before with the cheapest set of an operator, from number `way` on, that adds to it.
  /// Others follow when that one is looked at.
  void push(int before, int op, int way);
  bool push(int before, int op, int way, const PricedSet& more);
  /// What an operator needs and does not find in a state, the cheapest first.
  const std::vector<PricedSet>& sets_by_price(int state, int op);
  Set without_parts(const Set& needs) const;
  /// What is in either of two sets, without parts of others.
  int union_of(int needs, int more);
  int with_operator(int operators, int op);
  /// What is to be read from a copy that has all of these.
  JointNeed joint_of(const Set& needs) const;
  /// What bringing one need or several from a state costs, by one exchange.
  double price(int state, int needs);
  double price_of_need(int state, int need);

  bool within(int a, int b) const { return nth(nth(within_, a), b) != 0; }
  std::size_t num_operators(const Draft& draft) const { return sets_[draft.operators].size(); }
  static std::uint64_t pair_of(int a, int b) { return std::uint64_t(a) << 32 | std::uint64_t(b); }
  /// A state and a set as one number.
  std::size_t key_of(int state, int set) const {
    return static_cast<std::size_t>(set) * offered_.states.size() + static_cast<std::size_t>(state);
  }

  const Problem& problem_;
  const Member& value_;
  OutputLayouts& offered_;
  std::vector<placement::Sharding> needs_;
  std::vector<std::vector<std::uint8_t>> within_;  ///< per need, within which it is everywhere
  std::vector<std::vector<Set>> operators_;        ///< per operator, what its candidates need
  std::vector<std::vector<Set>> even_operators_;   ///< of those that work on no slice in place
  std::vector<std::vector<double>> prices_;        ///< per state and need; -1: not known yet
  KnownSets sets_;
  std::unordered_map<std::size_t, double> prices_of_sets_;  ///< by key
  std::unordered_map<std::uint64_t, int> unions_;           ///< by both sets
  std::unordered_map<std::uint64_t, int> with_operator_;    ///< by operators and one more
  std::unordered_map<std::uint64_t, int>
      both_;  ///< numbers of needs with the operators behind them
  std::vector<Draft> queued_;
  std::priority_queue<Queued, std::vector<Queued>, ComesLater> drafts_{ComesLater{sets_, queued_}};
  std::size_t num_drafts_ = 0;
  std::unordered_map<int, int> joints_;      ///< by set
  std::unordered_set<std::size_t> options_;  ///< by key
  std::unordered_set<std::size_t> seen_;     ///< by key, with the operators behind the needs
  std::vector<Draft> extended_;
  /// Per state and operator, once they are asked for.
  std::vector<std::optional<std::vector<PricedSet>>> sets_by_price_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/joint_needs.hpp"
#endif
