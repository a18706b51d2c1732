// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/relations/placed.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/relation_operators.hpp"
#include "relatile/kernel/blocks/block_value.hpp"
#include "relatile/kernel/blocks/eigen_matrix.hpp"
#include "relatile/kernel/blocks/use_result.hpp"
#include "relatile/transport/operation.hpp"

// Relations from blocks that the ranks have, and back. All of these are collective.

namespace relatile {

/// What a block of type B is outside of relations: an Eigen vector or row-major matrix, a
/// TensorBlock of three or more dimensions, a number, or the struct itself.
template <class B>
using BlockValue = kernel::block_value<B>;

namespace detail {

/// Whether blocks are given as what they are kept as, or as Eigen's vectors or matrices of the same
/// numbers in another order.
template <class Given, class Value>
constexpr bool is_given_as() {
  if constexpr (kernel::EigenDense<Given> && kernel::EigenDense<Value>) {
    return std::is_same_v<typename Given::Scalar, typename Value::Scalar> &&
           kernel::eigen_rank<Given> == kernel::eigen_rank<Value>;
  } else {
    return std::is_same_v<Given, Value>;
  }
}

/// One local site's blocks, before the sites know of each other's.
struct OwnedBlocks {
  struct Entry {
    Key key;
    StoredBlock block;
    std::int64_t object_bytes = 0;
  };
  std::vector<Entry> blocks;
  std::string failure;
  std::exception_ptr exception;
};

/// Makes the blocks of keys low..high, where make(environment, b) gives the b-th one with its key.
/// What it throws is kept, to be agreed on by all sites.
using MakeBlock = std::pair<Key, StoredBlock> (*)(void* environment, std::int64_t b);
RELATILE_INLINE OwnedBlocks collect_blocks(const BlockType& type, Range range, MakeBlock make,
                                           void* environment);

/// The same, where make(b) gives a key and what a block is outside of relations.
template <class Block, class Make>
OwnedBlocks collect_blocks(Range range, Make&& make) {
  const MakeBlock store = [](void* environment, std::int64_t b) {
    auto [key, value] = (*static_cast<std::remove_reference_t<Make>*>(environment))(b);
    return std::pair<Key, StoredBlock>(key, kernel::store_value<Block>(std::move(value)));
  };
  return collect_blocks(kernel::block_type<Block>(), range, store, &make);
}

/// The linear keys low..high of a frontier as few boxes, in order.
RELATILE_INLINE void add_boxes(const Extents& frontier, std::int64_t low, std::int64_t high,
                               std::vector<Box>& boxes);
/// Stores a relation of key arity `arity` of blocks that the local sites own; collective.
RELATILE_INLINE tra::NodePtr share_blocks(const std::string& name, BlockType block, int arity,
                                          std::vector<OwnedBlocks> local);
/// Throws unless `frontier` is one of so many key dimensions.
RELATILE_INLINE void check_frontier(const std::string& operation, const Extents& frontier,
                                    int arity);
/// The blocks that this process holds of an evaluated relation, by linear key.
RELATILE_INLINE std::vector<std::pair<std::int64_t, StoredBlock>> local_blocks_of(
    const tra::NodePtr& relation);
/// Evaluates the relation and calls take(environment, linear key, block) for all blocks, on every
/// rank. What it throws all throw.
using TakeBlock = void (*)(void* environment, const Key& key, const StoredBlock& block);
RELATILE_INLINE void take_blocks(const tra::NodePtr& relation, TakeBlock take, void* environment);

}  // namespace detail

/// The relation whose block under each key below `frontier` is `f(key)`, where the key is a
/// KeyOf<K>. Every site calls f for its even share of the keys, in row-major order, and keeps those
/// blocks.
///
///   errors      KernelError, on every rank, if f throws
///   collective  yes
template <class Block, int K, class F>
Relation<Block, K> relation_from_blocks(const Extents& frontier, F f,
                                        SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const transport::Operation operation("relation_from_blocks", to_string(frontier));
  static_assert(std::is_invocable_r_v<BlockValue<Block>, F, KeyOf<K>>,
                "relatile: relation_from_blocks: f takes a std::array<std::int64_t, K> and returns "
                "what a block is: an Eigen matrix or vector, a TensorBlock, a number or a struct");
  const Session& session = Session::current();
  detail::check_frontier("relation_from_blocks", frontier, K);
  std::vector<detail::OwnedBlocks> local;
  for (const int site : session.local_sites()) {
    const Range part = even_part(volume(frontier), session.num_sites(), site);
    local.push_back(detail::collect_blocks<Block>(part, [&](std::int64_t k) {
      const Key key = key_from_linear_index(k, frontier);
      return std::pair<Key, BlockValue<Block>>(
          key, kernel::value_of_call<BlockValue<Block>>(f, detail::key_array<K>(key)));
    }));
  }
  return Relation<Block, K>(detail::share_blocks("relation_from_blocks",
                                                 kernel::block_type<Block>(), K, std::move(local)));
}

/// The relation of the blocks that ranks own: every rank passes its own (key, block) pairs, as a
/// std::map or a vector of pairs with keys KeyOf<K> and blocks that are BlockValue<Block>, or
/// Eigen's matrices or vectors of the same numbers. They are copied into the relation and stay
/// where they are. A process that runs several sites shares its blocks evenly between them.
///
///   errors      NotClosed, on every rank, if ranks have a key twice or leave holes
///   collective  yes
template <class Block, int K, class Pairs>
Relation<Block, K> relation_from_local(const Pairs& pairs,
                                       SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const transport::Operation operation("relation_from_local");
  const auto num_local = std::int64_t(Session::current().local_sites().size());
  using Given = std::remove_cvref_t<decltype(std::begin(pairs)->second)>;
  static_assert(std::is_convertible_v<decltype((std::begin(pairs)->first)), KeyOf<K>>,
                "relatile: relation_from_local: the keys are std::array<std::int64_t, K>");
  static_assert(detail::is_given_as<Given, BlockValue<Block>>(),
                "relatile: relation_from_local: the blocks are BlockValue<Block>, or Eigen's "
                "matrices or vectors of the same numbers");
  std::vector<std::pair<Key, const Given*>> sorted;
  for (const auto& [key, block] : pairs) {
    sorted.emplace_back(Key(std::span<const std::int64_t>(key)), &block);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<detail::OwnedBlocks> local;
  for (std::int64_t i = 0; i < num_local; ++i) {
    const Range part = even_part(std::int64_t(sorted.size()), num_local, i);
    local.push_back(detail::collect_blocks<Block>(part, [&](std::int64_t b) {
      const auto& [key, block] = nth(sorted, b);
      return std::pair<Key, BlockValue<Block>>(key, *block);
    }));
  }
  return Relation<Block, K>(detail::share_blocks("relation_from_local", kernel::block_type<Block>(),
                                                 K, std::move(local)));
}

/// All blocks by key, on every rank: Eigen vectors and row-major matrices, TensorBlocks, numbers or
/// structs. Evaluates.
template <RelationExpression X>
auto to_map(const X& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Block = block_of<X>;
  constexpr int K = arity_of<X>;
  using Blocks = std::map<KeyOf<K>, BlockValue<Block>>;
  Blocks result;
  const detail::TakeBlock take = [](void* blocks, const Key& key, const StoredBlock& block) {
    static_cast<Blocks*>(blocks)->emplace(detail::key_array<K>(key),
                                          kernel::load_value<Block>(block));
  };
  detail::take_blocks(to_node(x), take, &result);
  return result;
}

/// A block that this process holds. It shares the relation's memory and keeps it alive.
template <class Block, int K>
struct LocalBlock {
  KeyOf<K> key;
  StoredBlock block;  ///< as it is stored; `view` knows its type

  /// The block as kernels see it: an Eigen::Map, a TensorView, or the number or struct.
  decltype(auto) view() const {
    return kernel::View<Block>::constant({block.data.get(), block.extents});
  }
};

/// What this process holds of a relation, read-only and without a copy. Where the planner
/// replicated the relation, several ranks hold the same blocks. Evaluates.
template <RelationExpression X>
auto local_blocks(const X& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int K = arity_of<X>;
  const Relation<block_of<X>, K> relation(x);
  std::vector<LocalBlock<block_of<X>, K>> blocks;
  for (auto& [key, block] : detail::local_blocks_of(relation.node())) {
    blocks.push_back(
        {detail::key_array<K>(key_from_linear_index(key, relation.frontier())), std::move(block)});
  }
  return blocks;
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/relations/impl/data.hpp"
#endif
