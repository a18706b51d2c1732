// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/cholesky.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/kernel/factorizations/cholesky.hpp"
#include "relatile/linalg/dense/derivatives.hpp"
#include "relatile/linalg/dense/panels.hpp"
#include "relatile/linalg/dense/small_triangular.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/products.hpp"

namespace relatile::detail {

template <class T>
tra::NodePtr whole_cholesky_node(const std::string& function, const MatrixOperand& a,
                                 std::int64_t n, std::int64_t first) {
  const double cubed = double(n) * double(n) * double(n);
  return make_of_matrices({a}, {element_type_of<T>(), n, n},
                          kernel::cholesky_kernel<T>(function, first), cubed / 3);
}

/// The conjugate of a matrix' transpose.
template <class T>
Array<T, 2> adjoint_of(const tra::NodePtr& x) {
  if constexpr (is_complex_v<T>) {
    return conj(transpose(Array<T, 2>(x)));
  } else {
    return transpose(Array<T, 2>(x));
  }
}

/// Panels of columns, each from its diagonal element down: of a first, then without what earlier
/// panels contribute, then of L. Of many panels half are factored, contribute to the others in one
/// product for each, and so on within both halves; of a few each takes what earlier ones contribute
/// where these lie. So products sum over many columns, and no element above the panels' diagonal
/// blocks is computed.
template <class T>
class CholeskyPanels {
 public:
  CholeskyPanels(std::string function, const tra::NodePtr& a, std::int64_t panel)
      : function_(std::move(function)), n_(a->type.extents[0]), panels_(panels_of(n_, panel)) {
    for (const Range& p : panels_) {
      columns_.push_back({a, {}, p.low, p.low, n_ - p.low, p.high - p.low});
    }
    diagonal_.resize(panels_.size());
    below_.resize(panels_.size());
  }

  tra::NodePtr factored() {
    factor(0, panels_.size());
    std::vector<PlacedMatrix> parts;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
      const auto& [low, high] = panels_[p];
      parts.push_back({diagonal_[p], low, low});
      if (below_[p]) parts.push_back({below_[p], high, low});
    }
    return matrix_of_parts("cholesky", element_type_of<T>(), {n_, n_}, parts);
  }

 private:
  /// So many panels are factored as a few: their products are cut by rows, which more sites than
  /// eight would send more for than for those that planners cut as they like.
  static std::size_t few_panels() { return Session::current().num_sites() <= 8 ? 16 : 1; }

  void factor(std::size_t begin, std::size_t end) {
    if (end - begin <= few_panels()) return factor_few(begin, end);
    const std::size_t middle = (begin + end) / 2;
    factor(begin, middle);
    subtract(begin, middle, end);
    factor(middle, end);
  }

  /// The panel before is subtracted last and apart: what is before it need not wait until all sites
  /// have it.
  void factor_few(std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      if (p > begin + 1) subtract_from(p, begin, p - 1);
      if (p > begin) subtract_from(p, p - 1, p);
      factor_panel(p);
    }
  }

  /// From panel p, what begin .. end - 1 contribute.
  void subtract_from(std::size_t p, std::size_t begin, std::size_t end) {
    const auto& [low, high] = panels_[p];
    const std::int64_t height = n_ - low;
    const std::int64_t width = high - low;
    const MatrixBlocks rows = shared_matrix_blocks(MatrixCut::rows, height);
    std::vector<MatrixOperand> operands;
    for (std::size_t q = begin; q < end; ++q) {
      const std::int64_t above = low - panels_[q].high;
      operands.push_back({below_[q], rows, above, 0, height});
      operands.push_back({below_[q], {}, above, 0, width});
    }
    operands.push_back(columns_[p]);
    operands.back().blocks = rows;
    const std::int64_t summed = panels_[end - 1].high - panels_[begin].low;
    columns_[p] = {make_of_matrices(operands, {element_type_of<T>(), height, width, rows},
                                    kernel::subtract_products_kernel<T>(end - begin),
                                    2.0 * double(height) * double(width) * double(summed))};
  }

  void factor_panel(std::size_t p) {
    const auto& [low, high] = panels_[p];
    const std::int64_t width = high - low;
    diagonal_[p] = whole_cholesky_node<T>(function_, rows_of_panel(p, 0, width), width, low);
    if (high == n_) return;
    kernel::TriangularSystem system{function_};
    system.from_right = true;
    system.applied = kernel::Applied::adjoint;
    system.first = low;
    MatrixOperand right = rows_of_panel(p, width, n_ - high);
    right.blocks = without_first(shared_matrix_blocks(MatrixCut::rows, n_ - low), width);
    below_[p] = small_triangular_node<T>({diagonal_[p]}, right, system, n_ - high, width);
  }

  /// Blocks without their first `count` rows: they stay where they were made, and who factors the
  /// diagonal block solves for fewer of them.
  static MatrixBlocks without_first(const MatrixBlocks& blocks, std::int64_t count) {
    auto cuts = *blocks.cuts;
    for (std::int64_t& cut : cuts) cut = std::max<std::int64_t>(cut - count, 0);
    return {blocks.axis, std::make_shared<const std::vector<std::int64_t>>(std::move(cuts))};
  }

  /// `count` rows of what is left of panel p, from its row `first` on.
  MatrixOperand rows_of_panel(std::size_t p, std::int64_t first, std::int64_t count) const {
    MatrixOperand rows = columns_[p];
    rows.row += first;
    rows.rows = count;
    return rows;
  }

  /// From the panels middle .. end - 1, what begin .. middle - 1 contribute.
  void subtract(std::size_t begin, std::size_t middle, std::size_t end) {
    const std::int64_t top = panels_[middle].low;
    std::vector<PlacedMatrix> parts;
    for (std::size_t p = begin; p < middle; ++p) {
      const std::int64_t height = n_ - panels_[p].high;
      const std::int64_t width = panels_[p].high - panels_[p].low;
      parts.push_back({part_of_matrix(below_[p], {height - (n_ - top), height}, {0, width}), 0,
                       panels_[p].low - panels_[begin].low});
    }
    const std::int64_t columns = top - panels_[begin].low;
    const tra::NodePtr left = parts.size() == 1 ? parts[0].array
                                                : matrix_of_parts("panels", element_type_of<T>(),
                                                                  {n_ - top, columns}, parts);
    for (std::size_t p = middle; p < end; ++p) {
      const auto& [low, high] = panels_[p];
      const Array<T, 2> rows(part_of_matrix(left, {low - top, n_ - top}, {0, columns}));
      const Array<T, 2> across =
          adjoint_of<T>(part_of_matrix(left, {low - top, high - top}, {0, columns}));
      const MatrixOperand& c = columns_[p];
      const Array<T, 2> left_of_a(
          part_of_matrix(c.array, {c.row, c.row + n_ - low}, {c.column, c.column + high - low}));
      columns_[p] = {to_node(Array<T, 2>(left_of_a - matmul(rows, across)))};
    }
  }

  std::string function_;
  std::int64_t n_;
  std::vector<Range> panels_;
  std::vector<MatrixOperand> columns_;  ///< each panel of what is left of a
  std::vector<tra::NodePtr> diagonal_;  ///< L's diagonal blocks
  std::vector<tra::NodePtr> below_;     ///< and what is below them
};

template <class T>
tra::NodePtr cholesky_node(const std::string& function, const tra::NodePtr& a, std::int64_t panel) {
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  const bool whole = shape.rank() > 2 || n <= panel;
  return differentiable_cholesky<T>(whole ? whole_cholesky_node<T>(function, {a}, n, 0)
                                          : CholeskyPanels<T>(function, a, panel).factored(),
                                    a, panel);
}

}  // namespace relatile::detail
