// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::schedule {

/// How many objects the site that sends most of them sends in a step.
RELATILE_INLINE std::int64_t most_objects_sent(const plan::Plan& plan, const plan::Step& step);

/// How many objects the site that has most of them has of a value; none where there is one site,
/// and nobody to tell how large they are.
RELATILE_INLINE std::int64_t most_objects_held(const plan::Plan& plan, int value);

/// How many numbers a site tells of a run when it ends: its first failure, its memory, its seconds,
/// six of each step, and the sizes of objects that it has of the results.
RELATILE_INLINE std::int64_t num_outcome_numbers(const plan::Plan& plan);

/// How many pieces the site that shows most of them shows its neighbours.
RELATILE_INLINE std::int64_t most_shown_pieces(const plan::Plan& plan);

/// What all sites tell each other to agree on a plan and on its outcome, beside the data it moves:
/// that they have the same plan, where neighbours read it, how large objects are that move, and how
/// it ended. Of a run that fails,
/// and where sites of one host turn out not to see each other's memory, it is more.
RELATILE_INLINE plan::Agreement agreement_on(const plan::Plan& plan);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/agreement.hpp"
#endif
