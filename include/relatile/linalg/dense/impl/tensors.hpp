// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/tensors.hpp"

#include "relatile/core/error.hpp"

namespace relatile::detail {

RELATILE_INLINE Extents extents_between(const Extents& shape, int begin, int end) {
  Extents part;
  for (int d = begin; d < end; ++d) part.push_back(shape[d]);
  return part;
}

RELATILE_INLINE void require_square_tensor(const std::string& function, const Extents& shape,
                                           int rows) {
  const std::int64_t n = volume(extents_between(shape, 0, rows));
  const std::int64_t m = volume(extents_between(shape, rows, shape.rank()));
  if (n == m) return;
  throw ShapeMismatch("relatile: " + function + ": of shape " + to_string(shape) + ": its first " +
                      std::to_string(rows) + " axes have " + std::to_string(n) +
                      " elements, the others " + std::to_string(m) + "; they have to be as many");
}

}  // namespace relatile::detail
