// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "relatile/cost/transfer_cost.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Which layouts a search considers beside the balanced ones.
enum class Idling : std::uint8_t {
  balanced,  ///< none: sites idle only where hardly any work is left to them
  allowed,   ///< those on 1, 2, 4, ... sites too
};

/// What executing a node under a layout amounts to, before anything is moved.
struct Work {
  const tra::Node& node;
  const placement::Layout& layout;
  std::int64_t busiest_flops = 0;
  std::int64_t busiest_bytes = 0;  ///< operands and result of the busiest site
};

/// A move as an objective sees it: what moves, from where to where, and how many bytes that is.
struct Transport {
  const tra::RelationType& type;
  const placement::Sharding& have;
  const placement::Sharding& need;
  const cost::TransferCost& move;
  bool reduces = false;  ///< contributions are combined where they arrive
};

class Problem;
struct Assignment;

/// What a plan is judged by: a sum over its operators and its moves, as the search needs. The unit
/// is the objective's own.
class Objective {
 public:
  virtual ~Objective() = default;
  virtual std::string name() const = 0;
  virtual double work(const Work& work) const = 0;
  virtual double transport(const Transport& transport) const = 0;
  /// A read that finds everything where it is needed: free, except to objectives that do not ask
  /// where things are.
  virtual double in_place(const Transport&) const { return 0; }
  /// Whether a plan's cost is the sum of the above. Where it is not, the search minimises that sum
  /// as a stand-in, and `whole` is what plans are compared by.
  virtual bool additive() const { return true; }
  /// The cost of all of a choice together, if it is no sum.
  virtual std::optional<double> whole(const Problem&, const Assignment&) const {
    return std::nullopt;
  }
  /// Whether one exchange may deliver what two operands need of a value: to objectives that ask
  /// what moves, rather than between which placements.
  virtual bool joins_reads() const { return false; }
  /// What executing a plan in slices, or with steps repeated, costs more than executing it as it
  /// was chosen, at least nothing: a choice's price bounds from below that of what is made smaller
  /// of it, which searches rely on.
  virtual double shrinking(const plan::Plan& /*smaller*/, const plan::Plan& /*chosen*/) const {
    return 0;
  }
  /// Whether leaving sites idle is for the objective to judge; where it would always seem to pay,
  /// as for bytes, only balanced layouts are searched.
  virtual Idling idling() const { return Idling::balanced; }
};

/// Another objective, of whose prices a subclass changes some.
class ChangedObjective : public Objective {
 public:
  explicit ChangedObjective(const Objective& objective) : objective_(objective) {}

  std::string name() const override { return objective_.name(); }
  Idling idling() const override { return objective_.idling(); }
  bool joins_reads() const override { return objective_.joins_reads(); }
  bool additive() const override { return objective_.additive(); }
  double work(const Work& work) const override { return objective_.work(work); }
  double transport(const Transport& transport) const override {
    return objective_.transport(transport);
  }
  double in_place(const Transport& transport) const override {
    return objective_.in_place(transport);
  }

 private:
  const Objective& objective_;
};

/// Bytes sent over all sites, exactly.
class BytesObjective : public Objective {
 public:
  std::string name() const override { return "bytes"; }
  bool joins_reads() const override { return true; }
  double work(const Work&) const override { return 0; }
  double transport(const Transport& transport) const override {
    return static_cast<double>(transport.move.bytes);
  }
};

/// The price of a choice: by the objective, then by how much the busiest sites compute.
struct Price {
  double cost = 0;
  double tie = 0;

  static Price impossible() { return {std::numeric_limits<double>::infinity(), 0}; }
  bool is_impossible() const { return cost == std::numeric_limits<double>::infinity(); }
  friend Price operator+(Price a, Price b) { return {a.cost + b.cost, a.tie + b.tie}; }
  friend bool operator<(Price a, Price b) {
    return a.cost != b.cost ? a.cost < b.cost : a.tie < b.tie;
  }
};

}  // namespace relatile::planner
