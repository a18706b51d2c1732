// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"

namespace relatile {

/// Whether a user has disabled what has this name.
RELATILE_INLINE bool is_disabled(const std::vector<std::string>& disabled, std::string_view name);

/// Throws Error, naming those there are, if a user has disabled what is not there. `option` is
/// where he said so, `kind` what the names are of: "rule".
RELATILE_INLINE void require_known(const std::vector<std::string>& disabled,
                                   const std::vector<std::string_view>& known,
                                   std::string_view option, std::string_view kind);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/disabled_names.hpp"
#endif
