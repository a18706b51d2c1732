// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/kernel/spectral/tridiagonal.hpp"
#include "relatile/kernel/spectral/wide_matrix.hpp"
#include "relatile/linalg/dense/impl/tall_qr.hpp"
#include "relatile/linalg/dense/panels.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"

// The way back from the vectors of a few diagonals to those of the matrix that was reduced to them
// [Auckenthaler et al., Parallel solution of partial symmetric eigenvalue problems from electronic
// structure calculations, Parallel Computing 37, 2011]: sites have blocks of columns.

namespace relatile::detail {

/// Panels that kernel::qr_kernel factored, and the first row that each reflects.
struct FactoredPanel {
  tra::NodePtr stored;
  std::int64_t first = 0;
};
using FactoredPanels = std::vector<FactoredPanel>;

/// n vectors of n elements, columns, below a row of something else, from row `first` on.
struct VectorsBelowRow {
  tra::NodePtr array;
  std::int64_t first = 0;
  std::int64_t n = 0;

  MatrixOperand operand() const { return {array, blocks(), first, 0, n + 1, n}; }
  MatrixBlocks blocks() const { return shared_matrix_blocks(MatrixCut::columns, n); }
};

/// n rows of a chase, one for each sweep, from row `first` on.
struct ChaseRows {
  tra::NodePtr chase;
  std::int64_t first = 0;
  std::int64_t n = 0;
};

/// Sweeps, and panels, whose reflections are applied by one operator: columns are copied once for
/// all of them. Each panel has two labels of the operator's.
inline constexpr std::int64_t sweeps_of_operator = 512;
inline constexpr std::size_t panels_of_operator = 6;

/// The product of the reflections of a chase and the vectors.
template <class W>
VectorsBelowRow chased_back(const ChaseRows& sweeps, VectorsBelowRow vectors, std::int64_t width) {
  const std::int64_t n = sweeps.n;
  for (std::int64_t high = n - 1; high > 0;) {
    const std::int64_t low = (high - 1) / sweeps_of_operator * sweeps_of_operator;
    const double flops = 6.0 * double(high - low) * double(n) * double(n - low);
    vectors = {make_of_matrices(
                   {{sweeps.chase, {}, sweeps.first + low, 0, high - low, n}, vectors.operand()},
                   {element_type_of<W>(), n + 1, n, vectors.blocks()},
                   kernel::chase_back_kernel<W>({low, high}, width), flops),
               0, n};
    high = low;
  }
  return vectors;
}

/// The product of all panels' reflections and the vectors, with the row above them.
template <class W>
tra::NodePtr reflected_back(const FactoredPanels& panels, VectorsBelowRow vectors) {
  const std::int64_t n = vectors.n;
  for (std::size_t end = panels.size(); end > 0;) {
    const std::size_t begin = end - std::min(panels_of_operator, end);
    std::vector<MatrixOperand> operands;
    std::vector<std::int64_t> first_rows;
    double flops = 0;
    for (std::size_t p = begin; p < end; ++p) {
      operands.push_back({panels[p].stored});
      first_rows.push_back(panels[p].first);
      const double reflections = double(panels[p].stored->type.extents[1]);
      flops += 4.0 * double(n - panels[p].first) * reflections * double(n);
    }
    operands.push_back(vectors.operand());
    vectors = {make_of_matrices(operands, {element_type_of<W>(), n + 1, n, vectors.blocks()},
                                kernel::reflect_back_kernel<W>(std::move(first_rows)), flops),
               0, n};
    end = begin;
  }
  return vectors.array;
}

}  // namespace relatile::detail
