// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/convolve.hpp"

namespace relatile::detail {

RELATILE_INLINE Range kept_of_convolution(std::string_view mode, std::int64_t n, std::int64_t m) {
  if (n == 0 || m == 0) {
    throw ShapeMismatch("relatile: convolve: vectors of " + std::to_string(n) + " and " +
                        std::to_string(m) + " elements; neither may be empty");
  }
  const std::int64_t longer = std::max(n, m);
  const std::int64_t shorter = std::min(n, m);
  if (mode == "full") return {0, n + m - 1};
  if (mode == "same") return {(shorter - 1) / 2, (shorter - 1) / 2 + longer};
  if (mode == "valid") return {shorter - 1, longer};
  throw ShapeMismatch("relatile: convolve: there is no mode '" + std::string(mode) +
                      "'; there are full, same and valid");
}

}  // namespace relatile::detail
