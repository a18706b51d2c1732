// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/in_braces.hpp"

#include <string>

namespace relatile::detail {

RELATILE_INLINE void require_row(std::int64_t length, std::int64_t of_first) {
  if (length == of_first) return;
  throw ShapeMismatch("relatile: array: a row of " + std::to_string(length) +
                      " elements after one of " + std::to_string(of_first));
}

RELATILE_INLINE void require_floating(bool some) {
  if (some) return;
  throw Error(
      "relatile: array: these are integers of several types; name one: "
      "array<std::int64_t>({...})");
}

}  // namespace relatile::detail
