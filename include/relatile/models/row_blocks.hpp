// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/models/features.hpp"
#include "relatile/tra/on_pieces.hpp"

// Kernels of models on blocks of rows of dense matrices.

namespace relatile::models::detail {

/// An operand of a kernel on rows: an array that has a row for each, or one that every block is
/// given whole.
struct RowOperand {
  tra::NodePtr array;
  bool by_rows = true;
};

/// The sums, `size` of them, that a kernel adds up over all rows.
Vector sums_over_rows(std::int64_t rows, const std::vector<RowOperand>& operands,
                      PieceKernel kernel, std::int64_t size, std::int64_t flops_of_row);
/// What a kernel says of each row: an element, or, if `columns` is not negative, so many of them.
tra::NodePtr made_of_rows(std::int64_t rows, const std::vector<RowOperand>& operands,
                          PieceKernel kernel, ElementType element, std::int64_t flops_of_row,
                          std::int64_t columns = -1);

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/row_blocks.hpp"
#endif
