// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/papers/tra21/rules/rule.hpp"
#include "relatile/plan/algebra/operator.hpp"

namespace relatile::papers::tra21::rules {

namespace detail {

/// The kernel of a map that keeps keys, right above an aggregate by a combining kernel.
RELATILE_INLINE plan::KernelTo kernel_above_aggregate(const OperatorPtr& op);

/// The aggregate's combine on the blocks that `f` makes, if f distributes over it.
RELATILE_INLINE std::shared_ptr<const BlockCombine> combine_after(const plan::KernelTo& f,
                                                                  const Operator& aggregate);

}  // namespace detail

/// The map becomes the last thing that the aggregate does to each group, never a part of the
/// pairwise fold: f(a + b + c) is not f(f(a + b) + c).
RELATILE_INLINE OperatorPtr finish_aggregate(const OperatorPtr& op);

/// The map is applied to every block as it is combined.
RELATILE_INLINE OperatorPtr prepare_aggregate(const OperatorPtr& op);

/// The same with the map as an operator of its own, which may go down further.
RELATILE_INLINE OperatorPtr map_below_aggregate(const OperatorPtr& op);

inline constexpr Rule r1_4_finish{
    "R1-4",
    "finish",
    "map[id, f](aggregate[by, +](R)) == aggregate[by, f after all +](R)",
    "the map keeps keys; groups are complete on their sites. Printed as f o +, which would apply f "
    "at every step of the fold",
    "[tra21] table 2",
    finish_aggregate};
inline constexpr Rule r1_4_prepare{
    "R1-4",
    "prepare",
    "map[id, f](aggregate[by, +](R)) == aggregate[by, + of f](R)",
    "the map keeps keys; f distributes over +; + is known on the blocks that f makes",
    "[tra21] table 2",
    prepare_aggregate};
inline constexpr Rule r1_4_push{
    "R1-4",
    "push",
    "map[id, f](aggregate[by, +](R)) == aggregate[by, +](map[id, f](R))",
    "the map keeps keys; f distributes over +; + is known on the blocks that f makes",
    "[tra21] table 2",
    map_below_aggregate};

}  // namespace relatile::papers::tra21::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/rules/impl/map_after_aggregate.hpp"
#endif
