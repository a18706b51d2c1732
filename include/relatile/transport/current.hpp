// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/error.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// The transports of the living contexts, the innermost last.
RELATILE_INLINE std::vector<Transport*>& transport_stack();

/// The transport of the innermost living context, for what reads and writes files.
RELATILE_INLINE Transport& current();

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/current.hpp"
#endif
