// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/algebra/relation_builder.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/relation_type.hpp"

// local_aggregate, with a combining kernel or laying blocks side by side.

namespace relatile::plan {

/// The blocks that are aggregated into one: linear keys, in row-major order, by output key.
using Groups = std::map<Key, std::vector<std::int64_t>>;

RELATILE_INLINE Groups groups_of(const tra::RelationType& type, const std::vector<int>& by);

namespace detail {

/// What aggregating a group where its blocks are makes of it.
struct GroupSites {
  std::vector<int> sites;  ///< that have some block of the group, and so make a result
  bool whole = true;       ///< every one of them has all of it
};

RELATILE_INLINE GroupSites sites_of_group(const Operator& x, const Key& key,
                                          const std::vector<std::int64_t>& members);

RELATILE_INLINE std::shared_ptr<Operator> aggregate_of(const OperatorPtr& x, std::vector<int> by);

RELATILE_INLINE void require_same_combine(const Operator& x, const BlockCombine& combine,
                                          const KernelTo& prepare);

}  // namespace detail

/// Groups the blocks on each site by the key dimensions `by` and combines each group there. Where
/// the blocks of a group are on several sites the result is partial: a contribution a site, to be
/// brought together (shuf, bcast) and combined by a second local_aggregate of the same kernel.
/// `prepare` is applied to every block before, `finish` to every result.
///
///   errors  ShapeMismatch if blocks of a group differ in extents; UnsupportedPlan if blocks would
///           count more than once, or if `finish` would see contributions
///   source  [tra21] section 3 (4)
RELATILE_INLINE OperatorPtr local_aggregate(const OperatorPtr& x, std::vector<int> by,
                                            std::shared_ptr<const BlockCombine> combine,
                                            KernelTo prepare = {}, KernelTo finish = {});

/// Lays the blocks along key dimension `key_dim` one after the other along axis `array_dim`, in the
/// order of their keys: the local_aggregate of arrayConcatOp, which is associative but not
/// commutative, so that every site needs all blocks of a group that it has any of.
///
///   errors  UnsupportedPlan if a group is spread over sites; ShapeMismatch if blocks of a group
///           differ in another axis
///   source  [tra21] table 1
RELATILE_INLINE OperatorPtr local_concat(const OperatorPtr& x, int key_dim, int array_dim);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/local_aggregate.hpp"
#endif
