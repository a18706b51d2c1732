// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/plan/operator.hpp"
#include "relatile/tra/rekey.hpp"

namespace relatile::plan {

/// One logical operator as every site executes it: where its kernel runs, and where its blocks are.
struct Stage {
  tra::NodePtr node;
  std::vector<int> inputs;     ///< see PlacedNode::source
  std::vector<Box> iteration;  ///< per site, of label space; none for maps of keys
  Sites sites;                 ///< of the node's blocks
};

/// A node with the sites of its blocks, and where it comes from: stage number `source`, or, where
/// that is negative, operand number ~source. Two operands may be one node in two placements.
struct PlacedNode {
  tra::NodePtr node;
  Sites sites;
  int source = 0;
};

/// Something that is computed on some sites: its place in key space, and those sites.
struct Task {
  Key at;
  std::vector<int> sites;
};

/// The box of tasks of every site, if each site's tasks are one.
inline std::optional<std::vector<Box>> iteration_of(const std::vector<Task>& tasks, int num_sites,
                                                    int rank) {
  std::vector<std::vector<Key>> keys(static_cast<std::size_t>(num_sites));
  for (const auto& task : tasks) {
    for (int site : task.sites) keys[static_cast<std::size_t>(site)].push_back(task.at);
  }
  std::vector<Box> iteration;
  for (const auto& own : keys) {
    const std::vector<Box> boxes = boxes_of(own);
    if (boxes.size() > 1) return std::nullopt;
    iteration.push_back(boxes.empty() ? Box::nothing(rank) : boxes[0]);
  }
  return iteration;
}

/// Tasks in an order in which every site's are consecutive, as far as there is one: those of the
/// same sites together.
inline std::vector<std::size_t> by_sites(const std::vector<Task>& tasks) {
  std::vector<std::size_t> order(tasks.size());
  for (std::size_t t = 0; t < order.size(); ++t) order[t] = t;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return tasks[a].sites < tasks[b].sites; });
  return order;
}

inline bool is_closed(const tra::RelationType& type) {
  return !type.has_holes() && (type.rank() > 0 || type.has_key(0));
}

/// Collects the stages of one local operator.
class StageList {
 public:
  explicit StageList(int num_sites) : num_sites_(num_sites) {}

  std::vector<Stage> take() { return std::move(stages_); }
  int num_sites() const { return num_sites_; }

  using Pairs = std::vector<std::pair<std::int64_t, Key>>;

  /// Blocks under other keys, where they are; nothing if the keys are the same.
  PlacedNode renamed(const PlacedNode& x, const Pairs& pairs, int arity, const std::string& name) {
    if (keeps_keys(x.node->type, pairs, arity)) return x;
    return add_key_map(x, tra::make_key_map(name, x.node, pairs, arity));
  }
  PlacedNode add_key_map(const PlacedNode& x, tra::NodePtr node) {
    Stage stage{std::move(node), {x.source}, {}, {num_sites_, {}}};
    for (std::int64_t k = 0; k < stage.node->type.num_keys(); ++k) {
      const auto slot = static_cast<std::size_t>(k);
      stage.sites.of_key.emplace_back();
      if (slot >= stage.node->source.size() || stage.node->source[slot] < 0) continue;
      stage.sites.of_key.back() = x.sites.of(stage.node->source[slot]);
    }
    return add(std::move(stage));
  }
  /// A kernel on the tasks of every site; the result's blocks are where they are computed.
  PlacedNode add_kernel(tra::NodePtr node, std::vector<int> inputs, const std::vector<Task>& tasks,
                        std::vector<Box> iteration) {
    for (auto& box : iteration) {
      if (box.empty()) box = Box::nothing(node->labels.rank());
    }
    Stage stage{std::move(node), std::move(inputs), std::move(iteration), {num_sites_, {}}};
    stage.sites.of_key.resize(static_cast<std::size_t>(stage.node->type.num_keys()));
    for (const auto& task : tasks) {
      const Key key = stage.node->output.coordinate(task.at);
      auto& sites =
          stage.sites.of_key[static_cast<std::size_t>(linear_index(key, stage.node->type.extents))];
      std::vector<int> both;
      std::set_union(sites.begin(), sites.end(), task.sites.begin(), task.sites.end(),
                     std::back_inserter(both));
      sites = std::move(both);
    }
    return add(std::move(stage));
  }

 private:
  static bool keeps_keys(const tra::RelationType& type, const Pairs& pairs, int arity) {
    if (arity != type.rank()) return false;
    std::int64_t present = 0;
    for (std::int64_t k = 0; k < type.num_keys(); ++k) present += type.has_key(k) ? 1 : 0;
    if (static_cast<std::int64_t>(pairs.size()) != present) return false;
    for (const auto& [from, to] : pairs) {
      if (!(key_from_linear_index(from, type.extents) == to)) return false;
    }
    return true;
  }
  PlacedNode add(Stage stage) {
    PlacedNode made{stage.node, stage.sites, static_cast<int>(stages_.size())};
    stages_.push_back(std::move(stage));
    return made;
  }

  int num_sites_;
  std::vector<Stage> stages_;
};

}  // namespace relatile::plan
