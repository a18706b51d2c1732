// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/engine/moving_messages.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::engine {

/// Runs a kernel on the pieces that a site's blocks touch, on threads that have blocks of about
/// equal work, or, of kernels in turns, take the next few that nobody has begun. Where blocks are
/// aggregated, all threads but the first have an accumulator of their own, as large as the site's
/// part of the result, and fewer threads run where that would be more memory than the operands
/// have. Messages, if there are any (else nullptr), are moved on every now and then.
RELATILE_INLINE void run_on_pieces(const tra::Node& node, const plan::Slice& slice,
                                   const Box& iteration, const std::vector<const SiteData*>& inputs,
                                   SiteData& output, MovingMessages* messages);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/local_pieces.hpp"
#endif
