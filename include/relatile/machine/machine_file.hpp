// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/cost/machine_json.hpp"

namespace relatile {

/// Writes a machine to a file.
///
///   errors      IoError
///   collective  yes, with the same machine on all ranks
RELATILE_INLINE void save_machine(const std::string& path, const cost::Machine& machine);

/// Reads a machine from a file that save_machine wrote, or that looks like it.
///
///   errors      IoError, ParseError; the same on all ranks
///   collective  yes; site 0 reads
RELATILE_INLINE cost::Machine load_machine(const std::string& path);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/machine/impl/machine_file.hpp"
#endif
