// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/cost/weigher.hpp"
#include "relatile/planner/key_map.hpp"
#include "relatile/planner/search_space.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::planner {

/// What a node costs when its result is stored in one particular placement.
struct State {
  placement::Placement stored;
  std::int64_t bytes = 0;  ///< of the whole sub-expression
  double work = 0;         ///< busiest site's points, summed over the sub-expression: breaks ties
  int candidate = -1;      ///< into the node's search space; -1: nothing is computed
  std::vector<int> input_states;
};

/// Everything the planner decided, by node in topological order.
struct Decisions {
  std::vector<tra::NodePtr> nodes;
  std::unordered_map<const tra::Node*, int> index;
  std::vector<std::vector<Candidate>> candidates;
  std::vector<std::vector<State>> states;
  std::vector<int> chosen;  ///< state per node
  Bytes bytes;
  bool optimal = true;
};

/// Dynamic programming over placements, by exact bytes: for every node and every placement its
/// result could be stored in, the cheapest way to get there, given the same of its operands.
///
/// exact: trees. On a DAG a node that several operands read is fixed in topological order, by its
/// own cost plus the cheapest move to each of its readers; `optimal` is then false unless there
/// was nothing to choose. The objective (bytes in all) is additive, as the recursion needs.
class TreePlanner {
 public:
  TreePlanner(std::vector<tra::NodePtr> roots, int num_sites)
      : roots_(std::move(roots)), num_sites_(num_sites) {}

  Decisions decide() {
    decisions_.nodes = tra::topological_order(roots_);
    const auto& nodes = decisions_.nodes;
    decisions_.states.resize(nodes.size());
    decisions_.candidates.resize(nodes.size());
    decisions_.chosen.assign(nodes.size(), -1);
    readers_.resize(nodes.size());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      decisions_.index[nodes[n].get()] = static_cast<int>(n);
      if (computes(*nodes[n])) {
        decisions_.candidates[n] = search_space(*nodes[n], num_sites_);
      }
      if (nodes[n]->evaluated()) continue;
      for (std::size_t slot = 0; slot < nodes[n]->inputs.size(); ++slot) {
        readers_[position(nodes[n]->inputs[slot])].push_back({n, slot});
      }
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) visit(n);
    for (std::size_t n = nodes.size(); n-- > 0;) choose_inputs(n);
    return std::move(decisions_);
  }

 private:
  struct Reader {
    std::size_t node;
    std::size_t slot;
  };

  static bool computes(const tra::Node& node) {
    return !node.evaluated() && !is_key_map(node) && !is_pass_through(node);
  }
  std::size_t position(const tra::NodePtr& node) const {
    return static_cast<std::size_t>(decisions_.index.at(node.get()));
  }

  void visit(std::size_t n) {
    const tra::Node& node = *decisions_.nodes[n];
    auto& states = decisions_.states[n];
    if (node.evaluated()) {
      State held;
      held.stored.boxes = node.value->held;
      held.stored.text = node.value->placement;
      states.push_back(std::move(held));
    } else if (!computes(node)) {
      map_states(node, states);
    } else {
      for (std::size_t c = 0; c < decisions_.candidates[n].size(); ++c) price(n, c);
    }
    if (!node.evaluated() && !node.pinned_placement.empty()) pin(node, states);
    const bool root = std::find(roots_.begin(), roots_.end(), decisions_.nodes[n]) != roots_.end();
    if (root || readers_[n].size() > 1) fix(n);
  }

  void map_states(const tra::Node& node, std::vector<State>& states) const {
    const auto& inputs = decisions_.states[position(node.inputs[0])];
    for (std::size_t s = 0; s < inputs.size(); ++s) {
      states.push_back(
          {is_key_map(node) ? mapped_placement(node, inputs[s].stored) : inputs[s].stored,
           inputs[s].bytes,
           inputs[s].work,
           -1,
           {static_cast<int>(s)}});
    }
  }

  /// Adds the state that candidate `c` leads to, or improves it.
  void price(std::size_t n, std::size_t c) {
    const tra::Node& node = *decisions_.nodes[n];
    const Candidate& candidate = decisions_.candidates[n][c];
    State state;
    state.stored = candidate.stored;
    state.bytes = candidate.reduction_bytes.value;
    state.work = candidate.share;
    state.candidate = static_cast<int>(c);
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
      const auto [best, s] = cheapest(position(node.inputs[slot]), candidate.needs[slot]);
      state.input_states.push_back(s);
      if (repeats(node, candidate, slot)) continue;
      state.bytes += best.bytes;
      state.work += best.work;
    }
    for (auto& known : decisions_.states[n]) {
      if (!(known.stored == state.stored)) continue;
      if (better(state, known)) known = std::move(state);
      return;
    }
    decisions_.states[n].push_back(std::move(state));
  }

  /// True if an earlier operand is the same node in the same placement: it is moved once.
  static bool repeats(const tra::Node& node, const Candidate& candidate, std::size_t slot) {
    for (std::size_t before = 0; before < slot; ++before) {
      if (node.inputs[before] == node.inputs[slot] &&
          candidate.needs[before] == candidate.needs[slot]) {
        return true;
      }
    }
    return false;
  }

  struct Price {
    std::int64_t bytes = std::numeric_limits<std::int64_t>::max();
    double work = 0;
  };
  template <class A, class B>
  static bool better(const A& a, const B& b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes : a.work < b.work;
  }

  /// The cheapest way to have node `n` as `need` says: its state and the price with the move.
  std::pair<Price, int> cheapest(std::size_t n, const placement::Placement& need) const {
    const cost::Weigher weigher(decisions_.nodes[n]->type);
    Price best;
    int chosen = -1;
    for (std::size_t s = 0; s < decisions_.states[n].size(); ++s) {
      const State& state = decisions_.states[n][s];
      if (chosen >= 0 && state.bytes > best.bytes) continue;
      const Price price{state.bytes + weigher.move(state.stored, need).value, state.work};
      if (chosen < 0 || better(price, best)) {
        best = price;
        chosen = static_cast<int>(s);
      }
    }
    return {best, chosen};
  }

  /// The caller wants the result in one placement: the states collapse into it.
  void pin(const tra::Node& node, std::vector<State>& states) const {
    const cost::Weigher weigher(node.type);
    placement::Placement wanted{node.pinned_placement, node.pinned_text};
    State best;
    bool first = true;
    for (auto& state : states) {
      state.bytes += weigher.move(state.stored, wanted).value;
      if (first || better(state, best)) best = std::move(state);
      first = false;
    }
    best.stored = std::move(wanted);
    states = {std::move(best)};
  }

  /// Fixes the placement of a result, or of a node with several readers.
  void fix(std::size_t n) {
    const cost::Weigher weigher(decisions_.nodes[n]->type);
    auto& states = decisions_.states[n];
    std::size_t best = 0;
    Price best_price;
    for (std::size_t s = 0; s < states.size(); ++s) {
      Price price{states[s].bytes, states[s].work};
      for (const Reader& reader : readers_[n]) {
        std::int64_t nearest = decisions_.candidates[reader.node].empty()
                                   ? 0
                                   : std::numeric_limits<std::int64_t>::max();
        for (const auto& candidate : decisions_.candidates[reader.node]) {
          nearest =
              std::min(nearest, weigher.move(states[s].stored, candidate.needs[reader.slot]).value);
        }
        price.bytes += nearest;
      }
      if (s == 0 || better(price, best_price)) {
        best = s;
        best_price = price;
      }
    }
    if (states.size() > 1 && !readers_[n].empty()) decisions_.optimal = false;
    decisions_.bytes += Bytes{states[best].bytes};
    // Later readers see only this placement, already paid for.
    State fixed = states[best];
    fixed.bytes = 0;
    fixed.work = 0;
    decisions_.states[n] = {std::move(fixed)};
    decisions_.chosen[n] = 0;
  }

  void choose_inputs(std::size_t n) {
    const tra::Node& node = *decisions_.nodes[n];
    if (node.evaluated()) return;
    const State& state = decisions_.states[n][static_cast<std::size_t>(decisions_.chosen[n])];
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
      const std::size_t input = position(node.inputs[slot]);
      if (decisions_.chosen[input] < 0) decisions_.chosen[input] = state.input_states[slot];
    }
  }

  std::vector<tra::NodePtr> roots_;
  int num_sites_;
  Decisions decisions_;
  std::vector<std::vector<Reader>> readers_;
};

}  // namespace relatile::planner
