// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/context/calibrator.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"

namespace relatile {

class Context;

namespace detail {

/// Where measured machines are kept: relatile/ in the user's cache folder ($XDG_CACHE_HOME, or
/// .cache in $HOME). Empty where there is none.
RELATILE_INLINE std::string machine_folder();

/// The name of the file for these ranks: the same for as many ranks and threads on the same hosts.
RELATILE_INLINE std::string machine_file_name(Context& context);

}  // namespace detail

/// The machine that the context's ranks run on, measured the first time that as many ranks with as
/// many threads run on these hosts, and read from a file in the user's cache folder from then on.
/// What contexts plan for where RELATILE_CALIBRATE=1 is set and RELATILE_MACHINE is not. The first
/// rank says on standard error that it measures, and what it could not read or keep.
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
