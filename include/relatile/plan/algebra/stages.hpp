// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/plan/algebra/sites.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/rekey.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::plan {

/// One logical operator as every site executes it: where its kernel runs, and where its blocks are.
struct LocalStep {
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
RELATILE_INLINE std::optional<std::vector<Box>> iteration_of(const std::vector<Task>& tasks,
                                                             int num_sites, int rank);

/// Tasks in an order in which every site's are consecutive, as far as there is one: those of the
/// same sites together.
RELATILE_INLINE std::vector<std::size_t> by_sites(const std::vector<Task>& tasks);

inline bool is_closed(const tra::RelationType& type) {
  return !type.has_holes() && (type.rank() > 0 || type.has_key(0));
}

/// Collects the stages of one local operator.
class LocalStepList {
 public:
  explicit LocalStepList(int num_sites) : num_sites_(num_sites) {}

  std::vector<LocalStep> take() { return std::move(stages_); }
  int num_sites() const { return num_sites_; }

  using Pairs = std::vector<std::pair<std::int64_t, Key>>;

  /// Blocks under other keys, where they are; nothing if the keys are the same.
  PlacedNode renamed(const PlacedNode& x, const Pairs& pairs, int arity, const std::string& name) {
    if (keeps_keys(x.node->type, pairs, arity)) return x;
    return add_key_map(x, tra::make_key_map(name, x.node, pairs, arity));
  }
  PlacedNode add_key_map(const PlacedNode& x, tra::NodePtr node);
  /// A kernel on the tasks of every site; the result's blocks are where they are computed.
  PlacedNode add_kernel(tra::NodePtr node, std::vector<int> inputs, const std::vector<Task>& tasks,
                        std::vector<Box> iteration);

 private:
  static bool keeps_keys(const tra::RelationType& type, const Pairs& pairs, int arity);
  PlacedNode add(LocalStep stage);

  int num_sites_;
  std::vector<LocalStep> stages_;
};

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/stages.hpp"
#endif
