// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/blocks.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE NodePtr make_blocks(const NodePtr& x, const Extents& tile) {
  const Extents& shape = x->type.extents;
  if (tile.rank() != shape.rank()) {
    throw ShapeMismatch("relatile: blocks: an array of shape " + to_string(shape) +
                        " can't be cut into blocks of " + to_string(tile) +
                        "; give one extent per axis");
  }
  auto node = std::make_shared<Node>();
  set_op(*node, Blocks{});
  node->name = "blocks";
  node->inputs = {x};
  Access access;
  for (int d = 0; d < shape.rank(); ++d) {
    if (tile[d] < 1) {
      throw ShapeMismatch("relatile: blocks: an array of shape " + to_string(shape) +
                          " can't be cut into blocks of " + to_string(tile) +
                          "; every extent of a block must be at least 1");
    }
    node->labels.push_back((shape[d] + tile[d] - 1) / tile[d]);
    auto cuts = std::make_shared<std::vector<std::int64_t>>();
    for (std::int64_t k = 0; k <= node->labels[d]; ++k) {
      cuts->push_back(std::min(k * tile[d], shape[d]));
    }
    access.dims.push_back({d, 0, 1, 1, std::move(cuts)});
  }
  node->accesses = {access};
  node->output = Access::identity(shape.rank());
  node->label_names = default_label_names(shape.rank());
  node->type.extents = node->labels;
  node->type.block = x->type.block;
  for_each_coordinate(Box::whole(node->labels), [&](const Key& key) {
    node->type.block_extents.push_back(access.image(unit_box(key)).extents());
  });
  return node;
}

RELATILE_INLINE NodePtr make_blocks_between(const NodePtr& x, std::vector<std::int64_t> cuts) {
  auto node = std::make_shared<Node>();
  set_op(*node, Blocks{});
  node->name = "blocks";
  node->inputs = {x};
  node->labels = {static_cast<std::int64_t>(cuts.size()) - 1};
  for (std::size_t k = 1; k < cuts.size(); ++k) {
    node->type.block_extents.push_back({cuts[k] - cuts[k - 1]});
  }
  node->accesses.emplace_back();
  node->accesses[0].dims.push_back(
      {0, 0, 1, 1, std::make_shared<const std::vector<std::int64_t>>(std::move(cuts))});
  node->output = Access::identity(1);
  node->label_names = default_label_names(1);
  node->type.extents = node->labels;
  node->type.block = x->type.block;
  node->type.block.rank = 1;
  return node;
}

RELATILE_INLINE NodePtr make_unblocks(const NodePtr& relation) {
  const RelationType& from = relation->type;
  const int rank = from.block.rank;
  if (from.rank() != rank || from.block.object) {
    throw ShapeMismatch("relatile: to_array: a relation of key arity " +
                        std::to_string(from.rank()) + " with blocks of rank " +
                        std::to_string(rank) +
                        " is no array; each key dimension must tile one axis (rekey it first)");
  }
  if (rank == 0 && !from.has_key(0)) {
    throw NotClosed("relatile: to_array: " + relation->name +
                    " has no block under key (), so there is no number to make an array of");
  }
  auto node = std::make_shared<Node>();
  set_op(*node, Unblocks{});
  node->name = "to_array";
  node->inputs = {relation};
  node->labels = from.extents;
  node->label_names = default_label_names(rank);
  node->accesses = {Access::identity(rank)};
  Extents shape;
  for (int d = 0; d < rank; ++d) {
    auto cuts = std::make_shared<std::vector<std::int64_t>>(1, 0);
    for (std::int64_t k = 0; k < from.extents[d]; ++k) {
      Key probe = Extents::filled(rank, 0);
      probe[d] = k;
      // Where another dimension has no key there is no block to ask: all cuts are at 0.
      const std::int64_t extent =
          from.num_keys() == 0 ? 0 : from.extents_of(linear_index(probe, from.extents))[d];
      cuts->push_back(cuts->back() + extent);
    }
    shape.push_back(cuts->back());
    node->output.dims.push_back({d, 0, 1, 1, std::move(cuts)});
  }
  for_each_coordinate(Box::whole(from.extents), [&](const Key& key) {
    const Extents expected = node->output.image(unit_box(key)).extents();
    const Extents& actual = from.extents_of(linear_index(key, from.extents));
    if (actual == expected) return;
    throw ShapeMismatch("relatile: to_array: the block under key " + to_string(key) +
                        " has shape " + to_string(actual) + ", but its place in the grid is " +
                        to_string(expected));
  });
  node->type = array_type(from.block.element, shape);
  return node;
}

}  // namespace relatile::tra
