// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sstream>

#include "relatile/array/norm.hpp"

namespace relatile::detail {

RELATILE_INLINE void refuse_matrix_norm(double order) {
  std::ostringstream text;
  text << "relatile: norm: a matrix has no norm of order " << order
       << " here: 1, -1, infinity and -infinity are there, and Frobenius' without an order; those "
          "of singular values are not";
  throw ShapeMismatch(text.str());
}

}  // namespace relatile::detail
