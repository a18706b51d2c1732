// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/array/stored.hpp"
#include "relatile/expr/relation_operators.hpp"
#include "relatile/kernel/block_value.hpp"
#include "relatile/kernel/use_result.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

// Relations from blocks that the ranks have, and back. All of these are collective.

namespace relatile {

/// What a block of type B is outside of relations: an Eigen vector or row-major matrix, a
/// TensorBlock of three or more dimensions, a number, or the struct itself.
template <class B>
using BlockValue = kernel::block_value<B>;

namespace detail {

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

/// The blocks of keys low..high, where `make(b)` gives the b-th one with its key. What it throws is
/// kept, to be agreed on by all sites.
template <class Block, class Make>
OwnedBlocks collect_blocks(Range range, Make&& make) {
  const BlockType type = kernel::block_type<Block>();
  OwnedBlocks owned;
  try {
    for (std::int64_t b = range.low; b < range.high; ++b) {
      auto [key, value] = make(b);
      const StoredBlock block = kernel::store_value<Block>(std::move(value));
      const auto* object = type.object.get();
      owned.blocks.push_back(
          {key, block, object ? std::int64_t(object->save(block.data.get()).size()) : 0});
    }
  } catch (const std::exception& error) {
    owned.failure = words_of(error);
    owned.exception = std::current_exception();
  } catch (...) {
    owned.failure = "an exception that is no std::exception";
    owned.exception = std::current_exception();
  }
  return owned;
}

/// Throws the first site's failure as the same KernelError on all sites, the original nested where
/// it happened.
inline void agree_on_failures(const std::string& name, const std::vector<OwnedBlocks>& local) {
  transport::Transport& transport = transport::current();
  std::vector<std::int64_t> failed;
  for (const auto& site : local) failed.push_back(site.exception ? 1 : 0);
  const std::vector<std::int64_t> all = transport.gather(failed);
  const auto first = std::find(all.begin(), all.end(), 1);
  if (first == all.end()) return;
  const int origin = static_cast<int>(first - all.begin());
  const OwnedBlocks* here = nullptr;
  for (std::size_t i = 0; i < local.size(); ++i) {
    if (transport.local_sites()[i] == origin) here = &local[i];
  }
  const KernelError error(origin, name, name,
                          transport.text_from(origin, here ? here->failure : ""));
  if (!here) throw error;
  try {
    std::rethrow_exception(here->exception);
  } catch (...) {
    std::throw_with_nested(error);
  }
}

/// What all sites know of one block: who has it, and its key and metadata.
struct KnownBlock {
  int site = 0;
  Key key;
  Extents extents;
  std::int64_t object_bytes = 0;
};

/// The metadata of all sites' blocks, on all sites.
inline std::vector<KnownBlock> gather_metadata(const std::vector<OwnedBlocks>& local, int arity,
                                               int rank) {
  transport::Transport& transport = transport::current();
  std::vector<std::int64_t> counts;
  for (const auto& site : local) counts.push_back(std::int64_t(site.blocks.size()));
  counts = transport.gather(counts);
  const auto most =
      static_cast<std::size_t>(*std::max_element(counts.begin(), counts.end()));  // rows a site
  const auto width = static_cast<std::size_t>(arity + rank + 1);
  std::vector<std::int64_t> numbers;
  for (const auto& site : local) {
    const std::size_t end = numbers.size() + most * width;
    for (const auto& [key, block, object_bytes] : site.blocks) {
      numbers.insert(numbers.end(), key.begin(), key.end());
      numbers.insert(numbers.end(), block.extents.begin(), block.extents.end());
      numbers.push_back(object_bytes);
    }
    numbers.resize(end);
  }
  numbers = transport.gather(numbers);
  std::vector<KnownBlock> known;
  for (std::size_t site = 0; site < counts.size(); ++site) {
    for (std::size_t b = 0; b < static_cast<std::size_t>(counts[site]); ++b) {
      const std::span<const std::int64_t> row(numbers.data() + (site * most + b) * width, width);
      const auto keys = static_cast<std::size_t>(arity);
      known.push_back({static_cast<int>(site), Key(row.first(keys)),
                       Extents(row.subspan(keys, width - keys - 1)), row.back()});
    }
  }
  return known;
}

/// The smallest vector above all keys; throws NotClosed for negative and repeated keys and for
/// holes. Sorts the blocks by key.
inline Extents closed_frontier(const std::string& name, int arity, std::vector<KnownBlock>& known) {
  std::stable_sort(known.begin(), known.end(),
                   [](const KnownBlock& a, const KnownBlock& b) { return a.key < b.key; });
  Extents frontier = Extents::filled(arity, 0);
  for (std::size_t b = 0; b < known.size(); ++b) {
    for (int k = 0; k < arity; ++k) {
      if (known[b].key[k] < 0) {
        throw NotClosed("relatile: " + name + ": rank " + std::to_string(known[b].site) +
                        " has a block under key " + to_string(known[b].key) +
                        "; keys are tuples of non-negative integers");
      }
      frontier[k] = std::max(frontier[k], known[b].key[k] + 1);
    }
    if (b == 0 || !(known[b - 1].key == known[b].key)) continue;
    throw NotClosed("relatile: " + name + ": rank " + std::to_string(known[b - 1].site) +
                    " and rank " + std::to_string(known[b].site) + " both have a block under key " +
                    to_string(known[b].key) + "; keys must be unique");
  }
  if (known.empty() || volume(frontier) == std::int64_t(known.size())) return frontier;
  std::string missing;
  std::size_t next = 0;
  for (std::int64_t k = 0, named = 0; named < 4 && k < volume(frontier); ++k) {
    const Key key = key_from_linear_index(k, frontier);
    if (next < known.size() && known[next].key == key) {
      ++next;
    } else {
      missing += (named++ > 0 ? ", " : "") + to_string(key);
    }
  }
  throw NotClosed("relatile: " + name + ": no rank has blocks under keys " + missing +
                  ", which are below the frontier " + to_string(frontier) +
                  "; the keys of a relation have no holes");
}

/// The linear keys low..high of a frontier as few boxes, in order.
inline void add_boxes(const Extents& frontier, std::int64_t low, std::int64_t high,
                      std::vector<Box>& boxes) {
  while (low < high) {
    // The longest run from `low` that is a box: whole slabs of the last dimensions.
    std::int64_t slab = 1;
    int d = frontier.rank() - 1;
    while (d > 0 && low % (slab * frontier[d]) == 0 && low + slab * frontier[d] <= high) {
      slab *= frontier[d--];
    }
    const Key first = key_from_linear_index(low, frontier);
    Box box{first, first, false};
    std::int64_t count = 1;
    for (int k = 0; k < frontier.rank(); ++k) {
      if (k == d) count = std::min(frontier[k] - first[k], (high - low) / slab);
      box.high[k] = k < d ? first[k] + 1 : (k == d ? first[k] + count : frontier[k]);
    }
    boxes.push_back(box);
    low += count * slab;
  }
}

/// Stores a relation of blocks that the local sites own; collective.
template <class Block, int K>
Relation<Block, K> share_blocks(const std::string& name, std::vector<OwnedBlocks> local) {
  agree_on_failures(name, local);
  tra::RelationType type;
  type.block = kernel::block_type<Block>();
  std::vector<KnownBlock> known = gather_metadata(local, K, type.block.rank);
  type.extents = closed_frontier(name, K, known);
  std::vector<std::vector<Box>> held(static_cast<std::size_t>(Session::current().num_sites()));
  for (std::size_t b = 0; b < known.size(); ++b) {
    type.block_extents.push_back(known[b].extents);
    if (type.block.object) type.object_bytes.push_back(known[b].object_bytes);
  }
  for (std::size_t low = 0, high = 0; low < known.size(); low = high) {
    const int site = known[low].site;
    while (high < known.size() && known[high].site == site) ++high;
    add_boxes(type.extents, std::int64_t(low), std::int64_t(high),
              held[static_cast<std::size_t>(site)]);
  }
  std::vector<SiteData> data(local.size());
  for (std::size_t i = 0; i < local.size(); ++i) {
    for (auto& [key, block, object_bytes] : local[i].blocks) {
      data[i].blocks.emplace(linear_index(key, type.extents), std::move(block));
    }
  }
  if (K == 0 && known.empty()) {  // nothing under the one key ()
    type.block_extents.push_back(Extents::filled(type.block.rank, 0));
    if (type.block.object) type.object_bytes.push_back(0);
    type.present.push_back(0);
  }
  return Relation<Block, K>(
      stored_node(name, std::move(type), std::move(held), "as given", std::move(data)));
}

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
  if (frontier.rank() != K) {
    throw ShapeMismatch("relatile: relation_from_blocks: the frontier " + to_string(frontier) +
                        " is not one of " + std::to_string(K) + " key dimensions");
  }
  for (const auto extent : frontier) {
    if (extent >= 0) continue;
    throw ShapeMismatch("relatile: relation_from_blocks: negative extents in the frontier " +
                        to_string(frontier));
  }
  std::vector<detail::OwnedBlocks> local;
  for (const int site : session.local_sites()) {
    const Range part = even_part(volume(frontier), session.num_sites(), site);
    local.push_back(detail::collect_blocks<Block>(part, [&](std::int64_t k) {
      const Key key = key_from_linear_index(k, frontier);
      return std::pair<Key, BlockValue<Block>>(
          key, kernel::value_of_call<BlockValue<Block>>(f, detail::key_array<K>(key)));
    }));
  }
  return detail::share_blocks<Block, K>("relation_from_blocks", std::move(local));
}

/// The relation of the blocks that ranks own: every rank passes its own (key, block) pairs, as a
/// std::map or a vector of pairs with keys KeyOf<K>. They are copied into the relation and stay
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
  std::vector<std::pair<Key, const BlockValue<Block>*>> sorted;
  for (const auto& [key, block] : pairs) {
    static_assert(std::is_convertible_v<decltype(key), KeyOf<K>>,
                  "relatile: relation_from_local: the keys are std::array<std::int64_t, K>");
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(block)>, BlockValue<Block>>,
                  "relatile: relation_from_local: the blocks are BlockValue<Block>");
    sorted.emplace_back(Key(std::span<const std::int64_t>(key)), &block);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<detail::OwnedBlocks> local;
  for (std::int64_t i = 0; i < num_local; ++i) {
    const Range part = even_part(std::int64_t(sorted.size()), num_local, i);
    local.push_back(detail::collect_blocks<Block>(part, [&](std::int64_t b) {
      const auto& [key, block] = sorted[static_cast<std::size_t>(b)];
      return std::pair<Key, BlockValue<Block>>(key, *block);
    }));
  }
  return detail::share_blocks<Block, K>("relation_from_local", std::move(local));
}

/// All blocks by key, on every rank: Eigen vectors and row-major matrices, TensorBlocks, numbers or
/// structs. Evaluates.
template <RelationExpression X>
auto to_map(const X& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const transport::Operation operation("to_map");
  using Block = block_of<X>;
  constexpr int K = arity_of<X>;
  const auto there = placed(x, everywhere);
  Session::current().evaluate({there.node()});
  std::map<KeyOf<K>, BlockValue<Block>> result;
  transport::together(transport::current(), [&] {
    for (const auto& [index, block] : there.node()->value->local.front().blocks) {
      const Key key = key_from_linear_index(index, there.frontier());
      result.emplace(detail::key_array<K>(key), kernel::load_value<Block>(block));
    }
  });
  return result;
}

/// A block that this process holds. It shares the relation's memory and keeps it alive.
template <class Block, int K>
struct LocalBlock {
  KeyOf<K> key;
  StoredBlock block;

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
  const transport::Operation operation("local_blocks");
  constexpr int K = arity_of<X>;
  const Relation<block_of<X>, K> relation(x);
  Session::current().evaluate({relation.node()});
  std::vector<LocalBlock<block_of<X>, K>> blocks;
  for (const auto& site : relation.node()->value->local) {
    for (const auto& [index, block] : site.blocks) {
      const Key key = key_from_linear_index(index, relation.frontier());
      blocks.push_back({detail::key_array<K>(key), block});
    }
  }
  return blocks;
}

}  // namespace relatile
