// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/local_map.hpp"

#include <string>
#include <utility>

#include "relatile/core/kernels_on_blocks.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::plan {

RELATILE_INLINE BlockMap by_kernel(const KernelTo& kernel) {
  BlockMap map;
  map.kernels = {kernel.kernel};
  map.block = kernel.block;
  return map;
}

RELATILE_INLINE std::shared_ptr<const BlockCombine> pending_through(const Operator& x,
                                                                    const BlockMap& map) {
  if (map.is_identity()) return x.pending;
  if (map.tile_dim >= 0 || map.kernels.size() != 1) return nullptr;
  if (!distributes(map.kernels[0]->laws, *x.pending)) return nullptr;
  auto there = on_blocks(*x.pending, x.type.block, map.block);
  return there ? std::make_shared<const BlockCombine>(std::move(*there)) : nullptr;
}

RELATILE_INLINE OperatorPtr local_filter(const OperatorPtr& x,
                                         std::function<bool(const Key&)> predicate) {
  auto op = std::make_shared<Operator>();
  op->kind = OperatorKind::local_filter;
  op->inputs = {x};
  RelationBuilder builder("local_filter", x->type.rank(), x->type.block, x->sites.num_sites);
  for (std::int64_t k = 0; k < x->type.num_keys(); ++k) {
    const Key key = key_from_linear_index(k, x->type.extents);
    if (!x->type.has_key(k) || !predicate(key)) continue;
    builder.add(key, metadata_of(x->type, k), x->sites.of(k),
                x->partial() ? nth(x->contributions, k) : 1);
  }
  op->predicate = std::move(predicate);
  op->type = builder.finish();
  op->sites = builder.sites();
  op->pending = x->pending;
  op->gathered = x->gathered;
  if (op->partial()) op->contributions = builder.contributions();
  return op;
}

RELATILE_INLINE OperatorPtr local_map(const OperatorPtr& x, KeyMap keys, BlockMap blocks) {
  if (x->partial() && !pending_through(*x, blocks)) {
    throw UnsupportedPlan(
        "relatile: local_map: the operand's blocks are contributions that " + x->pending->name +
        " still has to combine, and the kernel is not declared to distribute over it; put a shuf "
        "and a local_aggregate below the map, or declare(kernel).distributes_over(\"" +
        x->pending->name + "\")");
  }
  if (!blocks.kernels.empty() && int(blocks.kernels.size()) != keys.fan_out) {
    throw ShapeMismatch("relatile: local_map: the key map gives " + std::to_string(keys.fan_out) +
                        " keys a block, but there are " + std::to_string(blocks.kernels.size()) +
                        " block kernels; give one a key");
  }
  if (keys.is_identity()) keys.arity = x->type.rank();
  auto op = std::make_shared<Operator>();
  op->kind = OperatorKind::local_map;
  op->inputs = {x};
  RelationBuilder builder("local_map", keys.arity,
                          blocks.kernels.empty() ? x->type.block : blocks.block,
                          x->sites.num_sites);
  detail::MappedBlocks made(blocks, x->type);
  for (std::int64_t k = 0; k < x->type.num_keys(); ++k) {
    if (!x->type.has_key(k)) continue;
    const Key from = key_from_linear_index(k, x->type.extents);
    const std::vector<Key> parts = keys(from);
    if (int(parts.size()) != keys.fan_out) {
      throw ShapeMismatch("relatile: local_map: the key map gives " + std::to_string(parts.size()) +
                          " keys for block " + to_string(from) + " where " +
                          std::to_string(keys.fan_out) + " are expected");
    }
    for (std::size_t part = 0; part < parts.size(); ++part) {
      builder.add(parts[part], made(k, part), x->sites.of(k),
                  x->partial() ? nth(x->contributions, k) : 1);
    }
  }
  op->type = builder.finish();
  op->sites = builder.sites();
  if (x->partial()) {
    op->pending = pending_through(*x, blocks);
    op->gathered = x->gathered;
    op->contributions = builder.contributions();
  }
  op->keys = std::move(keys);
  op->blocks = std::move(blocks);
  return op;
}

RELATILE_INLINE OperatorPtr local_tile(const OperatorPtr& x, int dim, std::int64_t size) {
  if (size < 1) throw ShapeMismatch("relatile: local_tile: the tile size must be at least 1");
  if (x->type.block.object || dim < 0 || dim >= x->type.block.rank) {
    throw ShapeMismatch("relatile: local_tile: the blocks have no axis " + std::to_string(dim));
  }
  std::int64_t longest = 0;
  for (const auto& extents : x->type.block_extents) longest = std::max(longest, extents[dim]);
  const std::int64_t tiles = std::max<std::int64_t>((longest + size - 1) / size, 1);
  KeyMap keys;
  keys.name = "tile";
  keys.fan_out = static_cast<int>(tiles);
  keys.arity = x->type.rank() + 1;
  keys.keys = [tiles](const Key& key) {
    std::vector<Key> parts;
    for (std::int64_t t = 0; t < tiles; ++t) {
      parts.push_back(key);
      parts.back().push_back(t);
    }
    return parts;
  };
  BlockMap blocks;
  blocks.tile_dim = dim;
  blocks.tile_size = size;
  return local_map(x, std::move(keys), std::move(blocks));
}

RELATILE_INLINE KeyMap insert_dim(int arity, int dim, std::int64_t count) {
  KeyMap keys;
  keys.name = "insert_dim(" + std::to_string(dim) + ", " + std::to_string(count) + ")";
  keys.fan_out = static_cast<int>(count);
  keys.arity = arity + 1;
  keys.keys = [dim, count](const Key& key) {
    std::vector<Key> copies;
    for (std::int64_t value = 0; value < count; ++value) {
      Key copy;
      for (int d = 0; d <= key.rank(); ++d) {
        if (d == dim) copy.push_back(value);
        if (d < key.rank()) copy.push_back(key[d]);
      }
      copies.push_back(copy);
    }
    return copies;
  };
  return keys;
}

}  // namespace relatile::plan
