// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::cost {

/// The two labels of the result of a matrix times its own transpose.
struct SquareLabels {
  int row = 0;
  int col = 0;
};

/// Those labels, if the node is such a product of floating-point numbers. Where a site has all of
/// both, its kernel computes half of the products and mirrors them (kernel/products/gemm.hpp).
RELATILE_INLINE std::optional<SquareLabels> square_labels(const tra::Node& node);

/// Of the flops of a node those that its kernel takes the time of: about half of a square's, where
/// `is_whole` says of both labels that a site has all their values; some more is computed near the
/// diagonal.
template <class IsWhole>
Flops flops_computed(const tra::Node& node, Flops flops, IsWhole&& is_whole) {
  const std::optional<SquareLabels> square = square_labels(node);
  if (!square || !is_whole(square->row) || !is_whole(square->col)) return flops;
  return {static_cast<std::int64_t>(0.55 * static_cast<double>(flops.value))};
}

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/squares.hpp"
#endif
