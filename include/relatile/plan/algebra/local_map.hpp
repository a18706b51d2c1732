// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/algebra/relation_builder.hpp"
#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/relation_type.hpp"

// local_filter and local_map: blocks stay where they are.

namespace relatile::plan {

/// The map of every block by one kernel.
RELATILE_INLINE BlockMap by_kernel(const KernelTo& kernel);

/// The combine of a partial relation whose contributions go through `map` one by one, or null if
/// nothing says that the whole would.
RELATILE_INLINE std::shared_ptr<const BlockCombine> pending_through(const Operator& x,
                                                                    const BlockMap& map);

namespace detail {

/// The blocks that one block becomes, as metadata.
class MappedBlocks {
 public:
  MappedBlocks(const BlockMap& map, const tra::RelationType& from) : map_(map), from_(from) {
    for (const auto& kernel : map.kernels) infer_.emplace_back(kernel.get());
  }
  tra::BlockMetadata operator()(std::int64_t key, std::size_t part) {
    tra::BlockMetadata made = metadata_of(from_, key);
    if (map_.tile_dim >= 0) {
      const std::int64_t extent = made.extents[map_.tile_dim];
      const std::int64_t first = std::min(std::int64_t(part) * map_.tile_size, extent);
      made.extents[map_.tile_dim] = std::min(map_.tile_size, extent - first);
    } else if (!map_.kernels.empty()) {
      made = infer_[part]({made.extents});
    }
    return made;
  }

 private:
  const BlockMap& map_;
  const tra::RelationType& from_;
  std::vector<tra::BlockInference> infer_;
};

}  // namespace detail

/// Keeps the blocks whose key satisfies `predicate`; holes may be left.
///
///   source  [tra21] section 3 (5)
RELATILE_INLINE OperatorPtr local_filter(const OperatorPtr& x,
                                         std::function<bool(const Key&)> predicate);

/// The multi-map: `keys` says which keys a block's parts get, `blocks` what they are. All parts
/// stay on the site of the block.
///
///   errors  NotClosed if two blocks get one key; ShapeMismatch if a key does not get as many keys
///           as there are parts; UnsupportedPlan if the relation is partial and nothing declared
///           says that the kernel distributes over what is pending
///   source  [tra21] section 3 (6)
RELATILE_INLINE OperatorPtr local_map(const OperatorPtr& x, KeyMap keys, BlockMap blocks);

/// Cuts every block along axis `dim` into tiles of `size`, counted by a new last key dimension: the
/// local_map of keyTileOp and arrayTileOp. Where blocks differ in extent, smaller ones end in empty
/// tiles.   source  [tra21] table 1
RELATILE_INLINE OperatorPtr local_tile(const OperatorPtr& x, int dim, std::int64_t size);

/// A new key dimension `dim` with the values 0 ... count - 1, and every block under each of them:
/// insertDim and duplicate of [tra21, section 4.2.2]. The copies share memory.
RELATILE_INLINE KeyMap insert_dim(int arity, int dim, std::int64_t count);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/local_map.hpp"
#endif
