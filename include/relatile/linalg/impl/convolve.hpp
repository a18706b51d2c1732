// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/convolve.hpp"

namespace relatile::detail {

RELATILE_INLINE Range kept_of_convolution(std::string_view mode, std::int64_t n, std::int64_t m,
                                          bool from_end) {
  if (n == 0 || m == 0) {
    throw ShapeMismatch("relatile: convolve: vectors of " + std::to_string(n) + " and " +
                        std::to_string(m) + " elements; neither may be empty");
  }
  const std::int64_t longer = std::max(n, m);
  const std::int64_t shorter = std::min(n, m);
  if (mode == "full") return {0, n + m - 1};
  const std::int64_t before = from_end ? shorter / 2 : (shorter - 1) / 2;
  if (mode == "same") return {before, before + longer};
  if (mode == "valid") return {shorter - 1, longer};
  throw ShapeMismatch("relatile: convolve: there is no mode '" + std::string(mode) +
                      "'; there are full, same and valid");
}

RELATILE_INLINE EdgeTerms edge_terms(std::int64_t m, bool at_end) {
  const Array<std::int64_t, 2> i = expand_dims(arange<std::int64_t>(m - 1), 1);
  const Array<std::int64_t, 2> k = expand_dims(arange<std::int64_t>(m), 0);
  if (at_end) return {minimum(i - k + (m - 1), m - 2), k > i};
  return {maximum(i - k, 0), k <= i};
}

}  // namespace relatile::detail
