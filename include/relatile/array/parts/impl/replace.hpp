// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/replace.hpp"

#include <string>

namespace relatile::detail {

RELATILE_INLINE void refuse_choice_mode(std::string_view mode) {
  throw ShapeMismatch("relatile: choose: there is no mode '" + std::string(mode) +
                      "'; there are raise, wrap and clip");
}

}  // namespace relatile::detail
