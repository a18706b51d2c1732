// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/nums22/softmax_grid.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "relatile/core/nth.hpp"

namespace relatile::papers::nums22 {

RELATILE_INLINE PartitionVector softmax_grid(const Extents& shape, int num_workers) {
  if (shape.empty()) return {};
  const std::int64_t longest = *std::max_element(shape.begin(), shape.end());
  std::vector<double> weights;
  double sum = 0;
  for (auto extent : shape) {
    weights.push_back(std::exp(static_cast<double>(extent - longest)));
    sum += weights.back();
  }
  PartitionVector grid;
  std::int64_t others = 1;  // parts of all axes but the first longest one
  const auto first_longest = std::find(shape.begin(), shape.end(), longest) - shape.begin();
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const double power = nth(weights, axis) / sum;
    // Roots that are whole numbers must not be rounded down by an error of the last bit.
    const double parts = std::floor(std::pow(num_workers, power) + 1e-9);
    const auto most = static_cast<double>(std::max<std::int64_t>(shape[axis], 1));
    grid.push_back(static_cast<int>(std::min(parts, most)));
    if (axis != first_longest) others *= grid.back();
  }
  auto& parts = nth(grid, first_longest);
  parts = static_cast<int>(std::max<std::int64_t>(std::min(num_workers / others, longest), 1));
  return grid;
}

}  // namespace relatile::papers::nums22
