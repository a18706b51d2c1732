// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/unique.hpp"

#include "relatile/array/lines/differences.hpp"

namespace relatile::detail {

RELATILE_INLINE Array<std::int64_t, 1> lengths_from(const Array<bool, 1>& first) {
  const std::int64_t count = first.shape(0);
  const Array<std::int64_t, 1> begins = compress(first, arange<std::int64_t>(count));
  const Array<std::int64_t, 1> end = relatile::full<std::int64_t>({1}, count);
  return diff(concatenate({begins, end}));
}

}  // namespace relatile::detail
