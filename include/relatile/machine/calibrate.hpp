// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"

namespace relatile {

class Context;

/// Measures the machine that the context's ranks run on: what exchanges of each kind take through
/// the context's own transport, within nodes and between them, and what kernels of each class take
/// while all ranks compute. Of every round the slowest rank counts, and of all rounds the fastest,
/// of kernels the median, so that all ranks return the same machine.
///
/// What this run cannot show keeps the default: exchanges between nodes if there is one node, all
/// exchanges if there is one rank. Ranks are taken to be numbered node by node.
///
///   cost        a few seconds, and about 400 MB on every rank, which it gives back
///   collective  yes
RELATILE_INLINE cost::Machine calibrate(Context& context);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/machine/impl/calibrate.hpp"
#endif
