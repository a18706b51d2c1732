// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/row_blocks.hpp"

#include <cstddef>
#include <memory>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
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

/// The same kernel, told of every operand that has rows which of them it is given: of a matrix, a
/// piece says which columns.
inline std::shared_ptr<const PieceKernel> told_rows(PieceKernel kernel,
                                                    const std::vector<RowOperand>& operands,
                                                    const tra::SharedNumbers& cuts) {
  std::vector<std::size_t> with_rows;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].by_rows) with_rows.push_back(i);
  }
  kernel.run = [run = std::move(kernel.run), with_rows, cuts](const PieceCall& call) {
    PieceCall told = call;
    const Range rows{nth(*cuts, call.labels.low[0]), nth(*cuts, call.labels.high[0])};
    for (const std::size_t i : with_rows) told.inputs[i].cut = rows;
    run(told);
  };
  return std::make_shared<const PieceKernel>(std::move(kernel));
}

inline tra::PieceLabels labels_of(const RowBlocks& blocks) {
  return {{std::int64_t(blocks.cuts->size()) - 1}, {"rows"}, {}};
}

RELATILE_INLINE Vector sums_over_rows(std::int64_t rows, const std::vector<RowOperand>& operands,
                                      PieceKernel kernel, std::int64_t size,
                                      std::int64_t flops_of_row) {
  const RowBlocks blocks = row_blocks(rows, flops_of_row);
  tra::OnPieces op{told_rows(std::move(kernel), operands, blocks.cuts),
                   std::make_shared<const Reduction>(kernel::make_reduction<kernel::Sum, double>()),
                   blocks.work};
  return Vector(tra::make_on_pieces(labels_of(blocks), touched(operands, blocks),
                                    {element_type_of<double>(), {size}, {tra::all_of(size)}},
                                    std::move(op)));
}

RELATILE_INLINE tra::NodePtr made_of_rows(std::int64_t rows,
                                          const std::vector<RowOperand>& operands,
                                          PieceKernel kernel, ElementType element,
                                          std::int64_t flops_of_row, std::int64_t columns) {
  const RowBlocks blocks = row_blocks(rows, flops_of_row);
  tra::OnPieces op{told_rows(std::move(kernel), operands, blocks.cuts), nullptr, blocks.work};
  tra::MadeOfPieces made{std::move(element), {rows}, {tra::between_cuts(blocks.cuts)}};
  if (columns >= 0) {
    made.shape.push_back(columns);
    made.dims.push_back(tra::all_of(columns));
  }
  return tra::make_on_pieces(labels_of(blocks), touched(operands, blocks), made, std::move(op));
}

}  // namespace relatile::models::detail
