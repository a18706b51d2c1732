// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::tra {

/// Linear keys of blocks, and the keys that these get.
using KeyPairs = std::vector<std::pair<std::int64_t, Key>>;

/// The keys that have blocks, each with itself.
RELATILE_INLINE KeyPairs present_keys(const RelationType& type);

/// Fills a node whose output key o holds the input's block `pairs[i].first`, for rekey and filter.
RELATILE_INLINE void set_key_map(Node& node, const KeyPairs& pairs, int arity);

/// The longest a frontier may get through rekeying, against key functions that scatter keys.
inline constexpr std::int64_t max_rekeyed_frontier = std::int64_t(1) << 26;

/// Gives every block the key `key_function(key)`. Uniqueness is checked here, on keys only; holes
/// are refused by the next operator that is neither rekey nor filter.
///
///   errors  NotClosed naming the first keys that collide
///   source  [tra21] section 2.1 (3) and 2.2
RELATILE_INLINE NodePtr make_rekey(const NodePtr& x, int arity,
                                   const std::function<Key(const Key&)>& key_function);

/// Gives block `from` (a linear key of `x`) the key `to`, for every pair (from, to): a block of
/// several pairs is there several times, one of none is dropped. Copies share memory.
///
///   errors  NotClosed if two blocks get one key
RELATILE_INLINE NodePtr make_key_map(std::string name, const NodePtr& x, const KeyPairs& pairs,
                                     int arity);

/// The same blocks under the same keys: a node there only to carry a pinned placement.
RELATILE_INLINE NodePtr make_placed(const NodePtr& x);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/rekey.hpp"
#endif
