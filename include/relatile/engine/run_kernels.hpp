// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/engine/moving_messages.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::engine {

/// Work after which messages are moved on: a millisecond or two.
inline constexpr std::int64_t flops_between_messages = std::int64_t(1) << 26;
/// Products of fewer rows or columns than that are slower, and so are others' parts that small.
inline constexpr std::int64_t shortest_stretch = 128;

/// An iteration in parts that each take a short while, along its longest label that the result has.
/// A product whose left operand is read row by row is cut along its columns, if that makes half as
/// many parts at least: our own kernels would copy the right operand anew for every stretch of
/// rows.
RELATILE_INLINE std::vector<Box> stretches_of(const tra::Node& node, const Box& iteration);

/// A step on arrays, or the slice of it. Slices of a label that the result has each write a part of
/// it; those of a summed label add to what the first one wrote. Beside messages a long product is
/// whole if another thread can move them, and cut into stretches, as all else, if not.
RELATILE_INLINE void run_array_step(const tra::Node& node, const plan::Slice& slice,
                                    const Box& iteration,
                                    const std::vector<const SiteData*>& inputs, SiteData& output,
                                    MovingMessages* messages);

/// Computes a local step, or the slice of it, on one site, and moves messages on meanwhile, if
/// there are any (else nullptr).
RELATILE_INLINE void run_kernels(const tra::Node& node, const plan::Slice& slice,
                                 const Box& iteration, const std::vector<const SiteData*>& inputs,
                                 SiteData& output, MovingMessages* messages);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/run_kernels.hpp"
#endif
