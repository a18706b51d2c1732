// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/extent.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "relatile/core/error.hpp"

namespace relatile {

RELATILE_INLINE void Extent::too_large(std::uint64_t value) {
  throw LimitExceeded("relatile: an extent of " + std::to_string(value) +
                      ", more than 2^63 - 1; was an unsigned number counted down below zero?");
}

}  // namespace relatile
