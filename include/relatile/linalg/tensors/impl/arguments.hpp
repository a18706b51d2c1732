// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/tensors/arguments.hpp"

#include <algorithm>
#include <cmath>

namespace relatile::detail {

RELATILE_INLINE void require_elements_of_tensor(const std::string& function, const Extents& shape) {
  if (volume(shape) > 0) return;
  throw ShapeMismatch("relatile: " + function + ": a tensor of shape " + to_string(shape) +
                      " has no elements");
}

RELATILE_INLINE double unit_of_tensor(const std::string& function, double largest) {
  if (!std::isfinite(largest)) {
    throw Error("relatile: " + function + ": the tensor has NaN or infinities; replace them");
  }
  return unit_of(largest);
}

RELATILE_INLINE double relative_error(double norm, double inner, double square) {
  if (norm == 0) return std::sqrt(std::max(square, 0.0));
  return std::sqrt(std::max(norm * norm - 2 * inner + square, 0.0)) / norm;
}

RELATILE_INLINE void require_factors(const std::string& function, const Extents& tensor,
                                     const std::vector<Extents>& shapes, int but) {
  const Extents* first = nullptr;
  for (int k = 0; k < tensor.rank(); ++k) {
    const Extents& shape = shapes[static_cast<std::size_t>(k)];
    if (k == but) continue;
    if (!first) first = &shape;
    if (shape[0] == tensor[k] && shape[1] == (*first)[1]) continue;
    throw ShapeMismatch("relatile: " + function + ": factor " + std::to_string(k) + " has shape " +
                        to_string(shape) + ", and of a tensor of shape " + to_string(tensor) +
                        " it has to be " + to_string(Extents{tensor[k], (*first)[1]}));
  }
}

}  // namespace relatile::detail
