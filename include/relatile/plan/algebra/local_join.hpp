// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/algebra/relation_builder.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/join.hpp"

namespace relatile::plan {

/// The key space of a join: the left keys, then what the right keys add.
struct JoinSpace {
  tra::JoinLabels labels;
  Extents extents;

  Key left(const Key& at) const { return picked(at, labels.left); }
  Key right(const Key& at) const { return picked(at, labels.right); }
};

RELATILE_INLINE JoinSpace join_space(const Operator& left, const Operator& right,
                                     const std::vector<int>& on_left,
                                     const std::vector<int>& on_right);

/// Calls `visit(key, left key, right key)` for every pair that meets in the join, by linear keys
/// below the operands' frontiers.
template <class Visit>
void for_each_pair(const Operator& left, const Operator& right, const JoinSpace& space,
                   Visit&& visit) {
  for_each_coordinate(Box::whole(space.extents), [&](const Key& at) {
    const std::int64_t l = linear_index(space.left(at), left.type.extents);
    const std::int64_t r = linear_index(space.right(at), right.type.extents);
    if (left.type.has_key(l) && right.type.has_key(r)) visit(at, l, r);
  });
}

/// The sites that hold both blocks.
RELATILE_INLINE std::vector<int> common_sites(const std::vector<int>& a, const std::vector<int>& b);

namespace detail {

RELATILE_INLINE std::string sites_text(const std::vector<int>& sites);

[[noreturn]] RELATILE_INLINE void refuse_apart(const Operator& left, const Operator& right,
                                               const std::vector<int>& on_left,
                                               const std::vector<int>& on_right, std::int64_t l,
                                               std::int64_t r);

RELATILE_INLINE void require_whole(const Operator& x, const char* name, const char* which);

RELATILE_INLINE void require_equal_frontiers(const Operator& left, const Operator& right,
                                             const std::vector<int>& on_left,
                                             const std::vector<int>& on_right);

}  // namespace detail

/// Combines the pairs of blocks whose keys agree on the given dimensions and that are on one site,
/// there; every pair must meet somewhere. The result's key is `keys` of the joined key: the left
/// key, then what the right key adds.
///
///   errors  UnsupportedPlan if a pair's blocks are on different sites, or an operand is partial;
///           ShapeMismatch if the frontiers of a joined dimension differ
///   source  [tra21] section 3 (3)
RELATILE_INLINE OperatorPtr local_join(const OperatorPtr& left, const OperatorPtr& right,
                                       std::vector<int> on_left, std::vector<int> on_right,
                                       KernelTo kernel, KeyMap keys = {});

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/local_join.hpp"
#endif
