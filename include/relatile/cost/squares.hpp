// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

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

/// What takes as long as half of a product: some more of it, near the diagonal, is computed.
inline Flops half_of_square(Flops flops) {
  return {static_cast<std::int64_t>(0.55 * static_cast<double>(flops.value))};
}

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/squares.hpp"
#endif
