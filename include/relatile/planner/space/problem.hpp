// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/alike_spaces.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/planner/space/given_spaces.hpp"
#include "relatile/planner/space/known_moves.hpp"
#include "relatile/planner/space/label_order.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/output_layouts.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::planner {

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
  std::shared_ptr<const OutputLayouts> output_layouts;
  int supplier = 0;  ///< the member whose options decide where this one is: itself unless renamed
  std::vector<placement::Sharding> renamed;  ///< per state of the supplier, where this one is then
  std::vector<Reader> readers;

  bool chooses() const { return role == Role::computed || role == Role::moved; }
  /// Sites hold it already, or are told to.
  bool is_given() const {
    return role == Role::stored || role == Role::moved ||
           (role == Role::computed && node->pins.placed());
  }
  /// Its candidate decides where readers find it; else that is told, or to be decided by itself.
  bool follows_candidate() const {
    return role == Role::moved || (role == Role::computed && !node->pins.placed());
  }
};

/// A decision for every node: which candidate executes it, and what it offers to its readers.
struct Assignment {
  std::vector<int> candidate;  ///< per node, into its space; 0 where there is nothing to choose
  std::vector<int> option;     ///< per node, into its output layouts
  Price price;
  bool optimal = false;
  double lower_bound = 0;  ///< no assignment costs less, as far as is known
  std::string planner;

  bool has_same_choices(const Assignment& other) const {
    return candidate == other.candidate && option == other.option;
  }
};

/// Search spaces that several problems share: programs that differ in a part only, on the same
/// sites under the same objective. What is in it lives as long as it does, so that addresses name
/// spaces and output layouts.
struct SharedSpaces {
  std::map<std::string, std::shared_ptr<const NodeSpace>> spaces;
  std::map<const tra::StoredValue*, std::shared_ptr<const NodeSpace>> stored;
  std::map<std::vector<const void*>, std::shared_ptr<const OutputLayouts>> output_layouts;
  std::vector<std::shared_ptr<const void>> kept;
  AlikeSpaces alike;
  KnownMoves moves;
};

/// A program to be planned: the search space of every node and the price of every assignment. All
/// planners choose from the same problem and are judged by the same prices.
class Problem {
 public:
  /// In how many placements a node is offered for a second copy at most, how many options that may
  /// make, and that some are offered all the same. Tables of prices have as many columns, so large
  /// programs get fewer.
  struct MostCopies {
    std::size_t placements;
    std::size_t options;
  };
  static constexpr MostCopies most_copies{128, 2048};
  static constexpr MostCopies most_copies_of_many{24, 512};
  static constexpr int few_nodes = 64;
  static constexpr std::size_t fewest_copies = 2;
  /// In how many placements an input without data may be stored.
  static constexpr std::size_t most_states = 256;
  /// To so many sites what several operators need of a value may be sent as one exchange, of a
  /// table of boxes; what several operands of one operator need; and what several operands of a map
  /// need, such as a stencil's neighbours, which has fewer layouts to be priced.
  static constexpr int most_sites_joined = 64;
  static constexpr int most_sites_shared = 256;
  static constexpr int most_sites_of_maps = 4096;

  Problem(const std::vector<tra::NodePtr>& roots, int num_sites, const Objective& objective,
          std::shared_ptr<SharedSpaces> shared = std::make_shared<SharedSpaces>());
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  /// The same nodes with the same candidates and options, judged by another objective: a planner's
  /// own rule of decision.
  Problem(const Problem& other, const Objective& objective);
  /// Of members whose spaces are known, operands first.
  Problem(std::vector<Member> members, int num_sites, const Objective& objective);

  int num_sites() const { return num_sites_; }
  int size() const { return static_cast<int>(members_.size()); }
  const Objective& objective() const { return objective_; }
  const Member& member(int n) const { return nth(members_, n); }
  int index_of(const tra::Node& node) const { return index_.at(&node); }
  int operand(int n, int slot) const { return index_of(*nth(member(n).node->inputs, slot)); }
  const OutputLayouts& output_layouts(int n) const {
    return *member(member(n).supplier).output_layouts;
  }
  /// An input without data that one operator alone reads, once: it is stored as suits that
  /// operator, since there is nothing to weigh against it.
  bool follows_its_reader(int n) const {
    const Member& m = member(n);
    return m.role == Role::free && m.readers.size() == 1 &&
           member(m.readers.front().node).chooses();
  }
  const Candidate& candidate(int n, int c) const { return nth(member(n).space->candidates, c); }

  /// Where node `n` is stored under its supplier's option, without the second copy.
  const placement::Sharding& stored(int n, int option) const {
    const auto state = static_cast<std::size_t>(output_layouts(n).state(option));
    return member(n).role == Role::renamed ? member(n).renamed[state]
                                           : output_layouts(n).states[state];
  }
  /// The second copy of node `n`, or null.
  const placement::Sharding* second(int n, int option) const;
  /// What several readers of node `n` find in a copy of its own, or null.
  const JointNeed* joint(int n, int option) const;

  /// Executing node `n` by candidate `c`, and bringing a partial result together.
  Price work_price(int n, int c) const;
  /// Offering option `option` after candidate `c`: moves to a pinned placement and to a copy.
  Price offer_price(int n, int c, int option) const;
  /// Reading operand `slot` of node `n` by candidate `c`, if the operand's supplier offers
  /// `option`. Of operands that may share an exchange the first one pays for all.
  Price read_price(int n, int slot, int c, int option) const {
    const int u = operand(n, slot);
    if (member(u).role == Role::anywhere || is_paid_before(n, slot, c)) return {};
    if (!shares_reads(n, slot)) return {read(u, option, need_of(n, slot, c)), 0};
    const SharedRead shared = shared_read(n, slot, c, option);
    return {std::min(shared.apart, shared.together), 0};
  }
  /// Whether one exchange may deliver what node `n` needs of a value in `slot` and in others.
  bool shares_reads(int n, int slot) const;
  /// Whether what `c` reads in `slot` is paid for with an earlier slot: the same, or a part of the
  /// same value that shares its exchange.
  bool is_paid_before(int n, int slot, int c) const {
    return shares_reads(n, slot) ? first_of_value(n, slot) < slot : repeats(n, slot, c);
  }
  /// The first slot that reads the value that `slot` reads.
  int first_of_value(int n, int slot) const {
    int first = 0;
    while (!reads_same(n, first, slot)) ++first;
    return first;
  }
  /// What candidate `c` needs of the value that it reads in `slot`, each placement once.
  std::vector<const placement::Sharding*> needs_of_value(int n, int slot, int c) const;
  /// How operands that read one value get what they need of it.
  struct SharedRead {
    double apart = 0;                                 ///< by an exchange for each need
    double together = Price::impossible().cost;       ///< by one for all that are missing
    std::vector<const placement::Sharding*> missing;  ///< needs that are nowhere yet
  };
  SharedRead shared_read(int n, int slot, int c, int option) const;
  /// The first slot in which candidate `c` reads what it reads in `slot`.
  int first_of_alike(int n, int slot, int c) const {
    int first = 0;
    while (!reads_same(n, first, slot) || need_of(n, first, c) != need_of(n, slot, c)) ++first;
    return first;
  }
  /// Whether candidate `c` reads in `slot` what it reads in an earlier slot already.
  bool repeats(int n, int slot, int c) const { return first_of_alike(n, slot, c) < slot; }

  const placement::Sharding& need_of(int n, int slot, int c) const {
    const NodeSpace& space = *member(n).space;
    const auto& needs = nth(space.needs, slot);
    return nth(needs, nth(candidate(n, c).needs, slot));
  }

  const placement::Sharding& stored_by(int n, int c) const {
    return nth(member(n).space->states, candidate(n, c).stored);
  }
  double move_price(const tra::RelationType& type, const placement::Sharding& have,
                    const placement::Sharding& need) const;
  /// Making a second copy of node `n` where it is in `state`: nothing if it is to be there anyway.
  double copy_price(int n, const placement::Sharding& state,
                    const placement::Sharding& replica) const {
    const Member& m = member(n);
    if (m.role == Role::moved && replica == m.space->states.front()) return 0;
    return move_price(m.node->type, state, replica);
  }
  /// A move from a second copy; infinite where that lacks some of what is needed.
  double price_from_copy(const tra::RelationType& type, const placement::Sharding& copy,
                         const placement::Sharding& need) const {
    const bool has_it = copy == need || placement::covers(copy, type.extents);
    return has_it ? move_price(type, copy, need) : std::numeric_limits<double>::infinity();
  }
  /// One exchange of what several readers need; infinite where nothing says what it costs.
  double joint_price(const tra::RelationType& type, const placement::Sharding& have,
                     std::span<const placement::Sharding* const> parts) const;
  double joint_price(const tra::RelationType& type, const placement::Sharding& have,
                     const cost::PartsTogether& together) const;
  double joint_price(const tra::RelationType& type, const placement::Sharding& have,
                     const JointNeed& joint) const;
  /// The price of everything together; the assignment must be complete.
  Price price(const Assignment& assignment) const;
  /// True if every node's whole space is there to choose from, joint needs as far as they are
  /// offered.
  bool complete() const {
    return std::all_of(members_.begin(), members_.end(), [](const Member& m) {
      return (!m.space || m.space->complete) && (!m.output_layouts || m.output_layouts->complete);
    });
  }
  /// Whether a plan could cost less than that price which brings together what several operators
  /// need of a value in a way that is not offered, though the price of bringing it is bounded.
  bool may_join_more(const Price& price) const {
    return std::any_of(members_.begin(), members_.end(), [&](const Member& m) {
      return m.output_layouts && m.output_layouts->unions_from < price.cost;
    });
  }
  int num_slots(int n) const { return static_cast<int>(member(n).node->inputs.size()); }

 private:
  Member& member_of(const tra::Node& node) { return nth(members_, index_.at(&node)); }

  double read(int u, int option, const placement::Sharding& need) const;
  bool reads_same(int n, int slot, int other) const {
    const auto& inputs = member(n).node->inputs;
    return nth(inputs, slot) == nth(inputs, other);
  }

  const cost::TransferCosts& costs_of(const tra::RelationType& type) const {
    return costs_of_relations_.try_emplace(&type, type).first->second;
  }
  /// The price of one exchange by what `move` finds that it sends.
  template <class Move>  // cost::TransferCost(const cost::TransferCosts&)
  double joint_price(const tra::RelationType& type, const placement::Sharding& have,
                     std::span<const placement::Sharding* const> parts, const Move& move) const;
  void set_space(int n);
  NodeSpace make_space(const tra::Node& node) const;
  /// Operands where an operator may work as well, in layouts that its space may lack: those whose
  /// placements are given; those that others compute where such data lies, in programs of
  /// `few_nodes`; and, on many sites, any that others compute, if the operator is a map or the
  /// program of `few_nodes`, since contractions have many layouts.
  std::vector<int> followed_slots(const tra::Node& node) const;

  void set_output_layouts(int n);
  /// Adds to the states of an input without data those that are parts of what its readers need.
  void add_owned_parts(const Member& m, OutputLayouts& output_layouts) const;

  /// What readers of a node need, each once.
  struct SharedNeed {
    placement::Sharding place;
    int num_readers = 0;  ///< that may need it
    double price = 0;     ///< of a copy there
  };
  std::vector<SharedNeed> shared_needs(const Member& m) const;
  /// Adds placements in which several readers may want a node that is not stored so: moved once,
  /// read often. One reader alone can do its own move.
  void add_replicas(const Member& m, OutputLayouts& output_layouts) const;

  int num_sites_;
  const Objective& objective_;
  std::shared_ptr<SharedSpaces> shared_;
  std::unique_ptr<const LabelOrder> order_;
  std::vector<Member> members_;
  std::unordered_map<const tra::Node*, int> index_;
  /// Of relations; all their keys are looked at to find out how large blocks are.
  mutable std::unordered_map<const tra::RelationType*, cost::TransferCosts> costs_of_relations_;
};

/// A planner: what it chooses for a problem.
using Choose = std::function<Assignment(const Problem&)>;

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/problem.hpp"
#endif
