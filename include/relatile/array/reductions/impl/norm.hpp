// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <sstream>
#include <string>
#include <string_view>

#include "relatile/array/reductions/norm.hpp"
#include "relatile/tra/indexing.hpp"

namespace relatile::detail {

RELATILE_INLINE void refuse_matrix_norm(double order) {
  std::ostringstream text;
  text << "relatile: norm: a matrix has no norm of order " << order
       << " here: 1, -1, infinity and -infinity are there, and Frobenius' without an order; those "
          "of singular values are matrix_norm(x, 2) and matrix_norm(x, \"nuc\") of "
          "relatile/spectral.hpp";
  throw ShapeMismatch(text.str());
}

RELATILE_INLINE void require_norm_along(const Extents& shape, double order, const Axes<1>& one) {
  const int at = normal_axis("norm", one.values[0], shape.rank());
  if (std::isinf(order)) require_elements("norm", shape, {at});
}

RELATILE_INLINE void require_norm_across(const Extents& shape, bool of_rows) {
  require_elements("norm", shape, {of_rows ? 0 : 1});
}

RELATILE_INLINE void require_frobenius(std::string_view order) {
  if (order == "fro") return;
  throw ShapeMismatch("relatile: norm: a matrix has no norm '" + std::string(order) +
                      "' here, only 'fro'; matrix_norm(x, \"nuc\") is in relatile/spectral.hpp");
}

}  // namespace relatile::detail
