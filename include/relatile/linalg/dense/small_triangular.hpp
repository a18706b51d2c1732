// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/kernel/factorizations/triangular.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"

namespace relatile::detail {

/// A system that is solved in one piece: all of a for some of the columns, or rows, of b, which are
/// cut as b is, or evenly.
template <class T>
tra::NodePtr small_triangular_node(const MatrixOperand& a, const MatrixOperand& b,
                                   const kernel::TriangularSystem& system, std::int64_t rows,
                                   std::int64_t columns);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/small_triangular.hpp"
#endif
