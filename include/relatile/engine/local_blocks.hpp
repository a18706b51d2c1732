// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/block.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/runtime/parallel_for.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::engine {

inline BlockRef ref(const StoredBlock& block) { return {block.data.get(), block.extents}; }

RELATILE_INLINE void copy_block(const tra::RelationType& type, const StoredBlock& to,
                                const StoredBlock& from);

/// Work of kernels on blocks, in flops or elements, below which a second thread does not pay.
inline constexpr std::int64_t block_work_per_thread = 1 << 15;

/// What meets under one output key, in key order: positions in a box of keys, from `begin` to `end`
/// of one list.
struct KeyGroups {
  struct Entry {
    std::int64_t slot;  ///< the output key's number
    std::int64_t position;
  };
  std::vector<Entry> entries;
  std::vector<std::size_t> begin;  ///< of every group, and the end of the last one

  KeyGroups(const tra::Node& node, const Box& iteration);
  int count() const { return static_cast<int>(begin.size()) - 1; }
};

/// The key at a position of a box, of whose keys the last dimension varies fastest.
RELATILE_INLINE Key key_at(const Box& box, std::int64_t position);

/// Calls body(0) .. body(count - 1) on as many threads as `work` is worth. The lowest one's
/// exception is rethrown.
template <class Body>
void for_ranges(std::int64_t count, std::int64_t work, Body&& body) {
  const std::int64_t threads =
      std::clamp<std::int64_t>(work / block_work_per_thread, 1, runtime::max_threads());
  // Blocks may differ in cost: several ranges a thread, so that none waits long for the last one.
  const int ranges = threads == 1 ? 1 : static_cast<int>(std::min(count, 8 * threads));
  runtime::parallel_for(ranges, [&](int r) {
    const Range range = even_part(count, ranges, r);
    for (std::int64_t i = range.low; i < range.high; ++i) body(i);
  });
}

/// The work of a kernel on all combinations of blocks, if all are as large as the first one.
RELATILE_INLINE std::int64_t block_work(const tra::Node& node,
                                        const std::vector<BlockRef>& operands, std::int64_t count);

/// join, transform and aggregate: the kernel on every combination of blocks; what meets under one
/// output key accumulates in key order. If `adds`, every output block has been started. Output keys
/// are independent, so threads share them; the error of the lowest one is thrown.
RELATILE_INLINE void run_block_kernel(const tra::Node& node, const Box& iteration,
                                      const std::vector<const SiteData*>& inputs, SiteData& output,
                                      bool adds);

/// Calls visit(key) for every key of the box, on as many threads as `elements` copied are worth.
template <class Visit>
void for_each_key(const Box& iteration, std::int64_t elements, Visit&& visit) {
  for_ranges(iteration.count(), elements, [&](std::int64_t i) { visit(key_at(iteration, i)); });
}

/// blocks: every block is a box of the array piece.
RELATILE_INLINE void run_blocks(const tra::Node& node, const Box& iteration, const SiteData& input,
                                SiteData& output);

/// unblocks: every block goes to its box of the array piece.
RELATILE_INLINE void run_unblocks(const tra::Node& node, const Box& iteration,
                                  const SiteData& input, SiteData& output);

/// tile and concat: the small block is a slab of the large one along `array_dim`.
RELATILE_INLINE void copy_slab(const tra::Node& node, int axis, const StoredBlock& small,
                               const StoredBlock& large, std::int64_t start, bool into_large);

RELATILE_INLINE void run_tile(const tra::Node& node, const Box& iteration, const SiteData& input,
                              SiteData& output);

RELATILE_INLINE void run_concat(const tra::Node& node, const Box& iteration, const SiteData& input,
                                SiteData& output);

/// rekey and filter: the same blocks under other keys.
RELATILE_INLINE void run_key_map(const tra::Node& node, const SiteData& input, SiteData& output);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/local_blocks.hpp"
#endif
