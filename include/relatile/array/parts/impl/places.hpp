// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/places.hpp"

#include "relatile/array/shapes/patterns.hpp"

namespace relatile {

RELATILE_INLINE std::array<Array<std::int64_t, 1>, 2> diag_indices(std::int64_t n,
                                                                   SourceLine line) {
  const AskedFrom scope(line);
  const auto places = arange<std::int64_t>(n);
  return {places, places};
}

RELATILE_INLINE std::array<Array<std::int64_t, 1>, 2> tril_indices(std::int64_t n, std::int64_t k,
                                                                   SourceLine line) {
  return nonzero(tri<bool>(n, n, k, line), line);
}

RELATILE_INLINE std::array<Array<std::int64_t, 1>, 2> triu_indices(std::int64_t n, std::int64_t k,
                                                                   SourceLine line) {
  return nonzero(!tri<bool>(n, n, k - 1, line), line);
}

}  // namespace relatile
