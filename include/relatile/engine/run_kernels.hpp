// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/site_data.hpp"
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
/// it; those of a summed label add to what the first one wrote.
RELATILE_INLINE void run_array_step(const tra::Node& node, const plan::Slice& slice,
                                    const Box& iteration,
                                    const std::vector<const SiteData*>& inputs, SiteData& output,
                                    const std::function<void()>& between);

/// Computes a local step, or the slice of it, on one site; calls `between`, if it is there, now and
/// then.
RELATILE_INLINE void run_kernels(const tra::Node& node, const plan::Slice& slice,
                                 const Box& iteration, const std::vector<const SiteData*>& inputs,
                                 SiteData& output, const std::function<void()>& between);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/run_kernels.hpp"
#endif
