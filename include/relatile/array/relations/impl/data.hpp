// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/relations/data.hpp"

#include <algorithm>
#include <exception>

#include "relatile/array/stored.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::detail {

RELATILE_INLINE OwnedBlocks collect_blocks(const BlockType& type, Range range, MakeBlock make,
                                           void* environment) {
  OwnedBlocks owned;
  try {
    for (std::int64_t b = range.low; b < range.high; ++b) {
      auto [key, block] = make(environment, b);
      const auto* object = type.object.get();
      const std::int64_t bytes = object ? std::int64_t(object->save(block.data.get()).size()) : 0;
      owned.blocks.push_back({key, std::move(block), bytes});
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
      frontier[k] = above(frontier[k], known[b].key[k]);
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

RELATILE_INLINE void add_boxes(const Extents& frontier, std::int64_t low, std::int64_t high,
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

RELATILE_INLINE tra::NodePtr share_blocks(const std::string& name, BlockType block, int arity,
                                          std::vector<OwnedBlocks> local) {
  agree_on_failures(name, local);
  tra::RelationType type;
  type.block = std::move(block);
  std::vector<KnownBlock> known = gather_metadata(local, arity, type.block.rank);
  type.extents = closed_frontier(name, arity, known);
  std::vector<std::vector<Box>> held(static_cast<std::size_t>(Session::current().num_sites()));
  for (std::size_t b = 0; b < known.size(); ++b) {
    type.block_extents.push_back(known[b].extents);
    if (type.block.object) type.object_bytes.push_back(known[b].object_bytes);
  }
  for (std::size_t low = 0, high = 0; low < known.size(); low = high) {
    const int site = known[low].site;
    while (high < known.size() && known[high].site == site) ++high;
    add_boxes(type.extents, std::int64_t(low), std::int64_t(high), nth(held, site));
  }
  std::vector<SiteData> data(local.size());
  for (std::size_t i = 0; i < local.size(); ++i) {
    for (auto& entry : local[i].blocks) {
      data[i].blocks.emplace(linear_index(entry.key, type.extents), std::move(entry.block));
    }
  }
  if (arity == 0 && known.empty()) {  // nothing under the one key ()
    type.block_extents.push_back(Extents::filled(type.block.rank, 0));
    if (type.block.object) type.object_bytes.push_back(0);
    type.present.push_back(0);
  }
  return stored_node(name, std::move(type), std::move(held), "as given", std::move(data));
}

RELATILE_INLINE void check_frontier(const std::string& operation, const Extents& frontier,
                                    int arity) {
  if (frontier.rank() != arity) {
    throw ShapeMismatch("relatile: " + operation + ": the frontier " + to_string(frontier) +
                        " is not one of " + std::to_string(arity) + " key dimensions");
  }
  for (const auto extent : frontier) {
    if (extent >= 0) continue;
    throw ShapeMismatch("relatile: " + operation + ": negative extents in the frontier " +
                        to_string(frontier));
  }
}

RELATILE_INLINE std::vector<std::pair<std::int64_t, StoredBlock>> local_blocks_of(
    const tra::NodePtr& relation) {
  const transport::Operation operation("local_blocks");
  Session::current().evaluate({relation});
  std::vector<std::pair<std::int64_t, StoredBlock>> blocks;
  for (const auto& site : relation->value->local) {
    blocks.insert(blocks.end(), site.blocks.begin(), site.blocks.end());
  }
  return blocks;
}

RELATILE_INLINE void take_blocks(const tra::NodePtr& relation, TakeBlock take, void* environment) {
  const transport::Operation operation("to_map");
  const tra::NodePtr there = placed_relation(relation, everywhere);
  const Handle handle = handle_of(*there);
  Session::current().evaluate({there});
  transport::together(transport::current(), [&] {
    for (const auto& [index, block] : there->value->local.front().blocks) {
      take(environment, key_from_linear_index(index, there->type.extents), block);
    }
  });
}

}  // namespace relatile::detail
