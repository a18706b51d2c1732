// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/small_triangular.hpp"

#include <utility>

#include "relatile/linalg/dense/panels.hpp"

namespace relatile::detail {

template <class T>
tra::NodePtr small_triangular_node(const MatrixOperand& a, const MatrixOperand& b,
                                   const kernel::TriangularSystem& system, std::int64_t rows,
                                   std::int64_t columns) {
  const MatrixCut axis = system.from_right ? MatrixCut::rows : MatrixCut::columns;
  const std::int64_t shared = system.from_right ? rows : columns;
  const std::int64_t unknowns = system.from_right ? columns : rows;
  MatrixOperand right = b;
  MatrixResult x{element_type_of<T>(), rows, columns};
  if (a.array->type.extents.rank() == 2 && b.array->type.extents.rank() == 2) {
    if (!right.blocks.cuts) right.blocks = shared_matrix_blocks(axis, shared);
    x.blocks = right.blocks;
  }
  const double flops = double(unknowns) * double(unknowns) * double(shared);
  return make_of_matrices({a, right}, x, kernel::solve_triangular_kernel<T>(system), flops);
}

}  // namespace relatile::detail
