// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/core/block.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/algebra/sites.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::plan {

/// The operators of the implementation algebra [tra21, section 3]. Three move blocks and compute
/// nothing, four compute on every site with what is there and move nothing.
enum class OperatorKind : std::uint8_t {
  input,
  bcast,     ///< every block to every site
  shuf,      ///< blocks that agree in some key dimensions to one site
  exchange,  ///< blocks to where a placement wants them: the general form of both
  local_join,
  local_aggregate,
  local_filter,
  local_map,  ///< a map of keys and a map of blocks; one block may become several
};

RELATILE_INLINE const char* name_of(OperatorKind kind);

/// A function on keys that gives the key of each of the `fan_out` blocks that one block becomes:
/// keyMapFunc of [tra21, section 3 (6)], and of the key of a joined pair.
struct KeyMap {
  std::string name = "id";
  int fan_out = 1;
  int arity = 0;                                     ///< of the keys it gives
  std::function<std::vector<Key>(const Key&)> keys;  ///< empty: the key itself

  bool is_identity() const { return !keys; }
  std::vector<Key> operator()(const Key& key) const {
    return keys ? keys(key) : std::vector<Key>{key};
  }
};

/// What a local_map does to each block: nothing (its copies share memory), a kernel a part, or the
/// tiles of an axis. `fan_out` of the KeyMap counts the parts.
struct BlockMap {
  std::vector<std::shared_ptr<const BlockKernel>> kernels;  ///< one a part
  BlockType block;                                          ///< what the kernels make
  int tile_dim = -1;
  std::int64_t tile_size = 0;

  bool is_identity() const { return kernels.empty() && tile_dim < 0; }
};

/// A kernel and the type of the blocks it makes; without a kernel, nothing is done.
struct KernelTo {
  std::shared_ptr<const BlockKernel> kernel;
  BlockType block;

  explicit operator bool() const { return kernel != nullptr; }
  const BlockKernel* operator->() const { return kernel.get(); }
  const BlockKernel& operator*() const { return *kernel; }
};
inline KernelTo kernel_to(BlockKernel kernel, BlockType block) {
  return {std::make_shared<const BlockKernel>(std::move(kernel)), std::move(block)};
}

struct Operator;
using OperatorPtr = std::shared_ptr<const Operator>;

/// One operator of the implementation algebra with its operands: a plan by hand, as a value. Where
/// every block of its result is follows from where the operands' blocks are, so a tree of
/// operators says exactly what is computed where and what moves.
///
/// A result may be *partial*: of one key several sites hold a contribution each, still to be
/// combined by `pending`. A bcast or shuf brings contributions together (`gathered`); the
/// local_aggregate above it combines them.
struct Operator {
  OperatorKind kind = OperatorKind::input;
  std::vector<OperatorPtr> inputs;

  tra::NodePtr node;                            ///< input: whose value it is
  placement::Placement target;                  ///< exchange; input: where it is
  std::vector<int> part_dims;                   ///< shuf; the order matters, see `shuffled`
  std::vector<int> on_left;                     ///< local_join
  std::vector<int> on_right;                    ///< local_join
  KernelTo kernel;                              ///< local_join
  KeyMap keys;                                  ///< local_map; local_join: of the joined key
  BlockMap blocks;                              ///< local_map
  std::function<bool(const Key&)> predicate;    ///< local_filter
  std::vector<int> by;                          ///< local_aggregate
  std::shared_ptr<const BlockCombine> combine;  ///< local_aggregate; null: concat
  KernelTo prepare;                             ///< local_aggregate: of each block before
  KernelTo finish;                              ///< local_aggregate: of each result
  int concat_key = -1;                          ///< local_aggregate that lays blocks side by side
  int concat_dim = -1;

  // inferred
  tra::RelationType type;
  Sites sites;
  std::shared_ptr<const BlockCombine> pending;  ///< null: every block is whole
  bool gathered = false;
  std::vector<int> contributions;  ///< of a partial result: how many, by linear key

  bool partial() const { return pending != nullptr; }
  bool moves() const {
    return kind == OperatorKind::bcast || kind == OperatorKind::shuf ||
           kind == OperatorKind::exchange;
  }
  const Operator& input(std::size_t x = 0) const { return *inputs[x]; }
};

/// ALL(R) of [tra21, section 3].
inline bool is_all(const Operator& r) { return is_all(r.sites, r.type); }
/// PART_D(R) of [tra21, section 3]; of a partial result, only if its contributions are gathered.
inline bool is_partitioned(const Operator& r, const std::vector<int>& dims) {
  return is_partitioned(r.sites, r.type, dims);
}

/// The operators that the roots need, operands first.
RELATILE_INLINE std::vector<OperatorPtr> operators_of(const std::vector<OperatorPtr>& roots);

/// How many operand slots each operator fills; a root counts as read once more.
RELATILE_INLINE std::unordered_map<const Operator*, int> count_readers(
    const std::vector<OperatorPtr>& order, const std::vector<OperatorPtr>& roots);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/operator.hpp"
#endif
