// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"

namespace relatile {

/// A machine as JSON text, one key a line.
RELATILE_INLINE std::string machine_to_json(const cost::Machine& machine);

/// The machine that a JSON text describes; it has to give every figure, and counts as measured.
///
///   file    is named in errors
///   errors  ParseError with the file's name, the line or the key, and what is expected there, for
///           what is no JSON, and for keys that are unknown, missing, repeated or no such number
RELATILE_INLINE cost::Machine machine_from_json(const std::string& text, const std::string& file);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/machine_json.hpp"
#endif
