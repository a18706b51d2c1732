// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"

// Options of models that can't be meant are refused when a model is fitted, by their names.

namespace relatile::models::detail {

/// Throws Error, with the value, unless it is `right`; `rule` follows "it must be".
void require_option(const char* model, const char* option, double value, bool right,
                    const char* rule);
/// The same of a number that is 0 at least, and finite.
void require_amount(const char* model, const char* option, double value);
/// The same of a number above 0, which may be infinite.
void require_positive(const char* model, const char* option, double value);
/// The same of a whole number, `least` at least.
void require_count(const char* model, const char* option, std::int64_t value, std::int64_t least);

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/options.hpp"
#endif
