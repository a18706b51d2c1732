// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/patterns.hpp"

namespace relatile::detail {

RELATILE_INLINE Array<bool, 2> below_diagonal(std::int64_t rows, std::int64_t columns,
                                              std::int64_t k) {
  const auto i = expand_dims(arange<std::int64_t>(rows), 1);
  const auto j = expand_dims(arange<std::int64_t>(columns), 0);
  return j - i <= k;
}

RELATILE_INLINE Array<std::int64_t, 2> falling_exponents(std::int64_t columns) {
  return expand_dims(as_array(columns - 1 - arange<std::int64_t>(columns)), 0);
}

}  // namespace relatile::detail
