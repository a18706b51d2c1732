// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/engine/cut_contraction.hpp"
#include "relatile/kernel/run_program.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::engine {

/// Work (points of label space times flops) below which a second thread does not pay.
inline constexpr std::int64_t work_per_thread = 1 << 15;
/// The same of steps of factorizations, of which most is products of matrices.
inline constexpr std::int64_t factoring_per_thread = 1 << 18;
/// Bytes of a result of which every thread may have an accumulator of its own: what fits its cache.
inline constexpr std::int64_t accumulator_per_thread = 1 << 21;

/// The call that computes an array node's piece on one site.
RELATILE_INLINE LocalCall local_call(const tra::Node& node, const Box& iteration,
                                     const std::vector<const SiteData*>& inputs,
                                     const ArrayPiece& output);

RELATILE_INLINE void run_kernel(const tra::Node& node, const LocalCall& call);

/// The part of a call whose label `label` runs over `range` (relative to the call's box).
RELATILE_INLINE LocalCall sub_call(const tra::Node& node, const LocalCall& call, int label,
                                   Range range);

/// The part of a call that has part `at[l]` of every label l's `parts[l]`.
RELATILE_INLINE LocalCall box_call(const tra::Node& node, const LocalCall& call,
                                   const Extents& parts, const Extents& at);

/// Runs a call on threads that cut a summed label; all but the first have an accumulator of their
/// own. Combined in order.
RELATILE_INLINE void run_summed(const tra::Node& node, const LocalCall& call,
                                const ArrayPiece& output, int tasks, int label);

/// A matrix times its transpose: squares of one half, the whole ones first, each copied to the
/// other half by the thread that made it.
RELATILE_INLINE void run_triangle(const tra::Node& node, const LocalCall& call,
                                  const ContractionCut& cut, int parts);

/// Runs a product of two arrays on `tasks` threads.
RELATILE_INLINE void run_contraction(const tra::Node& node, const LocalCall& call,
                                     const ArrayPiece& output, int tasks);

/// Runs a selection on threads that cut a label of its indices, so that each index is read once;
/// where that label is summed, the threads have an accumulator each. False, and nothing done, if
/// that would not pay.
RELATILE_INLINE bool run_selection(const tra::Node& node, const LocalCall& call,
                                   const ArrayPiece& output, int tasks);

/// True if the elements of one value of label `a` span those of label `b`, in the operands that
/// have both: cut along `a`, these are read in longer stretches. Others are small beside them.
RELATILE_INLINE bool is_outer(const LocalCall& call, int a, int b);

/// On how many threads a node's kernel runs on a box of its labels.
RELATILE_INLINE int threads_for(const tra::Node& node, const Box& iteration);

/// Runs a call on all threads: products as `CutSearch` cuts them, others along the outermost label
/// of the output that is long enough, or, where the output is small and sums are long, or memory
/// runs so, along a summed label.
RELATILE_INLINE void run_threaded(const tra::Node& node, const LocalCall& call,
                                  const ArrayPiece& output);

/// True if the kernel of a product may write its sums over whatever the output holds: it makes
/// every sum at once, since both operands have what is summed.
RELATILE_INLINE bool writes_all(const tra::Node& node, const LocalCall& call);

/// Sums of nothing.
RELATILE_INLINE void fill_pieces(const tra::Node& node, const SiteData& output);

/// Computes the part of a map or contraction on one site that `iteration` says, which is not empty;
/// `begins` if what it writes holds no sums yet.
RELATILE_INLINE void run_array(const tra::Node& node, const Box& iteration,
                               const std::vector<const SiteData*>& inputs, const SiteData& output,
                               bool begins);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/local_array.hpp"
#endif
