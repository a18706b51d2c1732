// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/stages.hpp"

#include <algorithm>

#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"

namespace relatile::plan {

RELATILE_INLINE std::optional<std::vector<Box>> iteration_of(const std::vector<Task>& tasks,
                                                             int num_sites, int rank) {
  std::vector<std::vector<Key>> keys(static_cast<std::size_t>(num_sites));
  for (const auto& task : tasks) {
    for (int site : task.sites) nth(keys, site).push_back(task.at);
  }
  std::vector<Box> iteration;
  for (const auto& own : keys) {
    const std::vector<Box> boxes = boxes_of(own);
    if (boxes.size() > 1) return std::nullopt;
    iteration.push_back(boxes.empty() ? Box::nothing(rank) : boxes[0]);
  }
  return iteration;
}

RELATILE_INLINE std::vector<std::size_t> by_sites(const std::vector<Task>& tasks) {
  std::vector<std::size_t> order(tasks.size());
  for (std::size_t t = 0; t < order.size(); ++t) order[t] = t;
  sort_stably(order, [&](std::size_t a, std::size_t b) { return tasks[a].sites < tasks[b].sites; });
  return order;
}

RELATILE_INLINE PlacedNode LocalStepList::add_key_map(const PlacedNode& x, tra::NodePtr node) {
  LocalStep stage{std::move(node), {x.source}, {}, {num_sites_, {}}};
  for (std::int64_t k = 0; k < stage.node->type.num_keys(); ++k) {
    const auto slot = static_cast<std::size_t>(k);
    stage.sites.of_key.emplace_back();
    if (slot >= stage.node->source().size() || stage.node->source()[slot] < 0) continue;
    stage.sites.of_key.back() = x.sites.of(stage.node->source()[slot]);
  }
  return add(std::move(stage));
}

RELATILE_INLINE PlacedNode LocalStepList::add_kernel(tra::NodePtr node, std::vector<int> inputs,
                                                     const std::vector<Task>& tasks,
                                                     std::vector<Box> iteration) {
  for (auto& box : iteration) {
    if (box.empty()) box = Box::nothing(node->labels.rank());
  }
  LocalStep stage{std::move(node), std::move(inputs), std::move(iteration), {num_sites_, {}}};
  stage.sites.of_key.resize(static_cast<std::size_t>(stage.node->type.num_keys()));
  for (const auto& task : tasks) {
    const Key key = stage.node->output.coordinate(task.at);
    auto& sites = nth(stage.sites.of_key, linear_index(key, stage.node->type.extents));
    std::vector<int> both;
    std::set_union(sites.begin(), sites.end(), task.sites.begin(), task.sites.end(),
                   std::back_inserter(both));
    sites = std::move(both);
  }
  return add(std::move(stage));
}

RELATILE_INLINE bool LocalStepList::keeps_keys(const tra::RelationType& type, const Pairs& pairs,
                                               int arity) {
  if (arity != type.rank()) return false;
  std::int64_t present = 0;
  for (std::int64_t k = 0; k < type.num_keys(); ++k) present += type.has_key(k) ? 1 : 0;
  if (static_cast<std::int64_t>(pairs.size()) != present) return false;
  for (const auto& [from, to] : pairs) {
    if (!(key_from_linear_index(from, type.extents) == to)) return false;
  }
  return true;
}

RELATILE_INLINE PlacedNode LocalStepList::add(LocalStep stage) {
  PlacedNode made{stage.node, stage.sites, static_cast<int>(stages_.size())};
  stages_.push_back(std::move(stage));
  return made;
}

}  // namespace relatile::plan
