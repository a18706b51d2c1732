// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/context/calibrator.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"

namespace relatile {

class Context;

/// The machine that the context's ranks run on, measured the first time that as many ranks with as
/// many threads run on these hosts, and read from then on from a file in the first rank's cache
/// folder: relatile/ in $XDG_CACHE_HOME, or in .cache of $HOME. What contexts plan for where
/// RELATILE_CALIBRATE=1 is set and RELATILE_MACHINE is not. The first rank says on standard error
/// that it measures, and why it could not keep what it measured.
///
///   cost        the first time that of `calibrate`
///   collective  yes
RELATILE_INLINE cost::Machine kept_machine(Context& context);

namespace detail {

inline const bool contexts_can_calibrate = (calibrator() = &kept_machine) != nullptr;

}  // namespace detail
}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/machine/impl/kept_machine.hpp"
#endif
