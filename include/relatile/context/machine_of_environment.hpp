// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::detail {

/// The machine in the file that RELATILE_MACHINE names, on the first site if it does there, else on
/// the first on which it does; the generic one if it names none on any. All sites have the same.
///
///   errors      IoError, ParseError; the same on all sites
///   collective  yes; that site reads, so its host alone must have the file
RELATILE_INLINE cost::Machine machine_of_environment(transport::Transport& sites);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/context/impl/machine_of_environment.hpp"
#endif
