// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/row_blocks.hpp"

#include <memory>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/kernel/reductions.hpp"

namespace relatile::models::detail {

/// Into how many blocks rows are cut: numbers with many divisors, so that sites that have equal
/// parts of the rows have whole blocks.
inline std::int64_t count_of_row_blocks(std::int64_t rows) {
  for (const std::int64_t blocks : {5040, 720, 120, 24, 4}) {
    if (rows >= 64 * blocks) return blocks;
  }
  return 1;
}

struct RowBlocks {
  tra::SharedNumbers cuts;
  tra::SharedNumbers work;
};

inline RowBlocks row_blocks(std::int64_t rows, std::int64_t flops_of_row) {
  const std::int64_t blocks = count_of_row_blocks(rows);
  std::vector<std::int64_t> cuts{0};
  for (std::int64_t b = 0; b < blocks; ++b) cuts.push_back(even_part(rows, blocks, b).high);
  cuts.back() = rows;
  std::vector<std::int64_t> work;
  for (const std::int64_t row : cuts) work.push_back(row * flops_of_row);
  return {std::make_shared<const std::vector<std::int64_t>>(std::move(cuts)),
          std::make_shared<const std::vector<std::int64_t>>(std::move(work))};
}

inline std::vector<tra::TouchedArray> touched(const std::vector<RowOperand>& operands,
                                              const RowBlocks& blocks) {
  std::vector<tra::TouchedArray> all;
  for (const auto& [array, by_rows] : operands) {
    tra::TouchedArray one{array, {}};
    const Extents& shape = array->type.extents;
    for (int d = 0; d < shape.rank(); ++d) {
      one.dims.push_back(by_rows && d == 0 ? tra::between_cuts(blocks.cuts)
                                           : tra::all_of(shape[d]));
    }
    all.push_back(std::move(one));
  }
  return all;
}

inline tra::PieceLabels labels_of(const RowBlocks& blocks) {
  return {{std::int64_t(blocks.cuts->size()) - 1}, {"rows"}, {}};
}

RELATILE_INLINE Vector sums_over_rows(std::int64_t rows, const std::vector<RowOperand>& operands,
                                      PieceKernel kernel, std::int64_t size,
                                      std::int64_t flops_of_row) {
  const RowBlocks blocks = row_blocks(rows, flops_of_row);
  tra::OnPieces op{
      std::make_shared<const PieceKernel>(std::move(kernel)),
      std::make_shared<const Reduction>(kernel::make_reduction<kernel::Sum, double>()),
      blocks.work};
  return Vector(tra::make_on_pieces(labels_of(blocks), touched(operands, blocks),
                                    {element_type_of<double>(), {size}, {tra::all_of(size)}},
                                    std::move(op)));
}

RELATILE_INLINE tra::NodePtr made_of_rows(std::int64_t rows,
                                          const std::vector<RowOperand>& operands,
                                          PieceKernel kernel, ElementType element,
                                          std::int64_t flops_of_row) {
  const RowBlocks blocks = row_blocks(rows, flops_of_row);
  tra::OnPieces op{std::make_shared<const PieceKernel>(std::move(kernel)), nullptr, blocks.work};
  return tra::make_on_pieces(labels_of(blocks), touched(operands, blocks),
                             {std::move(element), {rows}, {tra::between_cuts(blocks.cuts)}},
                             std::move(op));
}

}  // namespace relatile::models::detail
