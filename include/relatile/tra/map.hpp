// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::tra {

/// Elements that take no more flops are computed again, where they are needed again, rather than
/// stored and read.
inline constexpr std::int64_t most_flops_again = 2;

/// The shape of operands broadcast against each other by NumPy's rule: aligned at the last axis,
/// an axis of extent 1 stretches. Throws ShapeMismatch naming `operation` and the shapes.
RELATILE_INLINE Extents broadcast_shapes(std::string_view operation,
                                         std::span<const Extents> shapes);

/// How an operand of `shape` is read when it is broadcast to `result`.
RELATILE_INLINE Access broadcast_access(const Extents& shape, const Extents& result);

RELATILE_INLINE std::vector<std::string> default_label_names(int count);

/// An elementwise join of arrays: one pass of `program` over label space `labels`.
RELATILE_INLINE NodePtr make_map(std::string name, std::vector<NodePtr> inputs,
                                 std::vector<Access> accesses, const Extents& labels,
                                 Program program, ElementType element);

/// Another way to index `x`, without moving or copying: transpose, slice, expand_dims, diagonal.
RELATILE_INLINE NodePtr make_view(std::string name, const NodePtr& x, Access access,
                                  const Extents& shape);

/// The same array or relation again: nothing is computed, and everything is where it was.
RELATILE_INLINE bool is_identity(const Node& node);
/// The node whose value `node` is, behind all that is the same again.
RELATILE_INLINE const Node* behind_identities(const Node& node);

/// Aggregates the `axes` of array `x` (sorted, without repeats); with `keepdims` they stay with
/// extent one.
RELATILE_INLINE NodePtr make_reduce(const NodePtr& x, const std::vector<int>& axes, bool keepdims,
                                    Reduction reduction);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/map.hpp"
#endif
