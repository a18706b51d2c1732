// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/lu.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/factorizations/lu.hpp"
#include "relatile/kernel/factorizations/qr.hpp"
#include "relatile/linalg/dense/derivatives.hpp"
#include "relatile/linalg/dense/panels.hpp"
#include "relatile/linalg/dense/small_triangular.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"

namespace relatile::detail {

using kernel::rows_of_pivots;

/// The flops of LU of m x n, m >= n.
inline double flops_of_lu(std::int64_t m, std::int64_t n) {
  return double(n) * double(n) * (double(m) - double(n) / 3);
}

/// The part of a matrix from (row, column) on as a kernel makes it, of `rows` x `columns`.
template <class T>
tra::NodePtr made_of_part(const MatrixOperand& part, kernel::MatrixKernel made_by,
                          std::int64_t rows, std::int64_t columns) {
  return make_of_matrices({part}, {element_type_of<T>(), rows, columns}, std::move(made_by),
                          double(rows) * double(columns));
}

/// A matrix, or an array of matrices, that is factored panel by panel; the matrices of an array in
/// one panel.
template <class T>
class LuPanels {
 public:
  LuPanels(const tra::NodePtr& a, std::int64_t panel) {
    const Extents& shape = a->type.extents;
    batch_ = shape.rank() > 2;
    m_ = shape[shape.rank() - 2];
    n_ = shape[shape.rank() - 1];
    k_ = std::min(m_, n_);
    width_ = batch_ || std::max(m_, n_) <= panel ? std::max<std::int64_t>(k_, 1) : panel;
    panels_ = panels_of(k_, width_);
    whole_ = panels_.size() <= 1;
    tra::NodePtr rest = a;
    for (const Range& p : panels_) rest = factor(p, rest);
  }

  std::int64_t rows() const { return m_; }
  /// Which row was exchanged with each.
  tra::NodePtr pivots() const {
    if (panels_.empty()) return nullptr;
    std::vector<tra::NodePtr> digits;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
      digits.push_back(whole_ ? stored_[p]
                              : part_of_matrix(stored_[p], {0, rows_of_pivots}, {0, width(p)}));
    }
    const tra::NodePtr all = whole_ ? digits[0] : concatenate_node("lu.pivots", digits, 1);
    return make_of_matrices({{all, {}, 0, 0, rows_of_pivots, k_}},
                            {element_type_of<std::int64_t>(), 1, k_},
                            kernel::pivots_kernel<T>(width_), double(k_));
  }

  /// L and U in one matrix, rows exchanged by all pivots.
  tra::NodePtr lu(const tra::NodePtr& pivots) const {
    if (whole_) return stored_part(0, m_, n_);
    std::vector<PlacedMatrix> parts = upper_;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
      const auto& [low, high] = panels_[p];
      tra::NodePtr part =
          part_of_matrix(stored_[p], {rows_of_pivots, rows_of_pivots + m_ - low}, {0, high - low});
      if (p + 1 < panels_.size()) part = exchanged(pivots, part, low, high);
      parts.push_back({part, low, low});
    }
    return matrix_of_parts("lu", element_, {m_, n_}, parts);
  }

  /// U's diagonal, a row.
  tra::NodePtr diagonal() const {
    std::vector<tra::NodePtr> parts;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
      const std::int64_t w = width(p);
      parts.push_back(made_of_part<T>({stored_[p], {}, rows_of_pivots, 0, w, w},
                                      kernel::diagonal_kernel<T>(), 1, w));
    }
    return whole_ ? parts[0] : concatenate_node("lu.diagonal", parts, 1);
  }

  /// X of A X = B: B is eliminated panel by panel, then solved for with U.
  tra::NodePtr solve(const std::string& function, const tra::NodePtr& b) const {
    const int rank = b->type.extents.rank();
    const std::int64_t columns = b->type.extents[rank - 1];
    kernel::TriangularSystem system{function};
    system.lower = false;
    if (whole_) {
      const tra::NodePtr y = eliminated(0, {b}, columns, !batch_ && rank == 2);
      return small_triangular_node<T>({stored_[0], {}, rows_of_pivots, 0, n_, n_}, {y}, system, n_,
                                      columns);
    }
    std::vector<tra::NodePtr> known;
    tra::NodePtr rest = b;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
      // Of zeros in several panels the first is named: U is solved with from the last one on.
      const tra::NodePtr y = eliminated(p, {rest}, columns, true, function);
      known.push_back(part_of_matrix(y, {0, width(p)}, {0, columns}));
      rest = part_of_matrix(y, {width(p), m_ - panels_[p].low}, {0, columns});
    }
    std::vector<PlacedMatrix> parts = upper_;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
      parts.push_back(
          {part_of_matrix(stored_[p], {rows_of_pivots, rows_of_pivots + width(p)}, {0, width(p)}),
           panels_[p].low, panels_[p].low});
    }
    const tra::NodePtr u = matrix_of_parts("lu.u", element_, {n_, n_}, parts);
    return triangular_node<T>(u, concatenate_node("solve", known, 0), system, width_);
  }

 private:
  std::int64_t width(std::size_t p) const { return panels_[p].high - panels_[p].low; }
  tra::NodePtr stored_part(std::size_t p, std::int64_t rows, std::int64_t columns) const {
    const int rank = stored_[p]->type.extents.rank();
    return part_node("lu",
                     part_node("lu", stored_[p], rank - 2, {rows_of_pivots, rows_of_pivots + rows}),
                     rank - 1, {0, columns});
  }

  /// Factors the first columns of what is left, and returns what then is left to the right and
  /// below.
  tra::NodePtr factor(const Range& p, const tra::NodePtr& rest) {
    const std::int64_t m = m_ - p.low;
    const std::int64_t w = whole_ ? n_ : p.high - p.low;
    stored_.push_back(make_of_matrices({{rest, {}, 0, 0, m, w}}, {element_, m + rows_of_pivots, w},
                                       kernel::lu_kernel<T>(), flops_of_lu(m, w)));
    const std::int64_t right = n_ - p.high;
    if (whole_ || right == 0) return rest;
    const tra::NodePtr made = eliminated(stored_.size() - 1, {rest, {}, 0, w}, right, true);
    upper_.push_back({part_of_matrix(made, {0, w}, {0, right}), p.low, p.high});
    return part_of_matrix(made, {w, m}, {0, right});
  }

  /// What panel p makes of columns; the function that then refuses zero pivots, if one does.
  tra::NodePtr eliminated(std::size_t p, MatrixOperand columns, std::int64_t count, bool cut,
                          const std::string& refuses_zeros = {}) const {
    const std::int64_t m = m_ - panels_[p].low;
    MatrixResult made{element_, m, count};
    if (cut) {
      made.blocks = shared_matrix_blocks(MatrixCut::columns, count);
      columns.blocks = made.blocks;
    }
    return make_of_matrices({{stored_[p]}, columns}, made,
                            kernel::eliminate_kernel<T>(refuses_zeros, panels_[p].low),
                            2.0 * double(m) * double(width(p)) * double(count));
  }

  /// Rows from `low` on, exchanged by the pivots from `high` on.
  tra::NodePtr exchanged(const tra::NodePtr& pivots, const tra::NodePtr& part, std::int64_t low,
                         std::int64_t high) const {
    const std::int64_t columns = part->type.extents[1];
    const MatrixBlocks blocks = shared_matrix_blocks(MatrixCut::columns, columns);
    return make_of_matrices({{pivots}, {part, blocks}}, {element_, m_ - low, columns, blocks},
                            kernel::exchange_rows_kernel<T>(low, high),
                            double(m_ - low) * double(columns));
  }

  ElementType element_ = element_type_of<T>();
  bool batch_ = false;
  bool whole_ = true;
  std::int64_t m_ = 0;
  std::int64_t n_ = 0;
  std::int64_t k_ = 0;
  std::int64_t width_ = 1;
  std::vector<Range> panels_;
  std::vector<tra::NodePtr> stored_;  ///< each panel, factored
  std::vector<PlacedMatrix> upper_;   ///< rows of U to the right of the panels
};

/// An array of zeros like a, but for the last two extents.
template <class T>
tra::NodePtr zeros_like_matrices(const tra::NodePtr& a, std::int64_t rows, std::int64_t columns) {
  Extents shape = a->type.extents;
  shape[shape.rank() - 2] = rows;
  shape[shape.rank() - 1] = columns;
  const T zero(0);
  return full_node(shape, element_type_of<T>(), &zero);
}
inline bool is_without_elements(const tra::NodePtr& a) {
  const Extents& shape = a->type.extents;
  return shape[shape.rank() - 1] == 0 || shape[shape.rank() - 2] == 0;
}

/// Of `m` rows, and of pivots.
inline tra::NodePtr row_order_node(const tra::NodePtr& pivots, std::int64_t m) {
  return made_of_part<std::int64_t>({pivots}, kernel::row_order_kernel(), m, 1);
}

template <class T>
LuNodes lu_nodes(const tra::NodePtr& a, std::int64_t panel) {
  if (is_without_elements(a)) return {a, zeros_like_matrices<std::int64_t>(a, 1, 0)};
  const LuPanels<T> panels(a, panel);
  const tra::NodePtr pivots = panels.pivots();
  return {differentiable_lu<T>(panels.lu(pivots), a, row_order_node(pivots, panels.rows())),
          pivots};
}

template <class T>
LuFactorNodes lu_factor_nodes(const tra::NodePtr& a, std::int64_t panel) {
  const int rank = a->type.extents.rank();
  const std::int64_t m = a->type.extents[rank - 2];
  const std::int64_t n = a->type.extents[rank - 1];
  const std::int64_t k = std::min(m, n);
  if (k == 0) {
    Extents column = a->type.extents;
    column[rank - 1] = 1;
    const tra::NodePtr order =
        rank == 2 ? to_node(expand_dims(arange(m), 1)) : zeros_like_matrices<std::int64_t>(a, m, 1);
    return {order, zeros_like_matrices<T>(a, m, 0), zeros_like_matrices<T>(a, 0, n)};
  }
  const LuNodes nodes = lu_nodes<T>(a, panel);
  const tra::NodePtr l =
      made_of_part<T>({nodes.lu, {}, 0, 0, m, k}, kernel::unit_lower_kernel<T>(), m, k);
  const tra::NodePtr u =
      made_of_part<T>({nodes.lu, {}, 0, 0, k, n}, kernel::upper_kernel<T>(), k, n);
  return {row_order_node(nodes.pivots, m), differentiable_half_of_lu<T>(l, nodes.lu, true),
          differentiable_half_of_lu<T>(u, nodes.lu, false)};
}

template <class T>
tra::NodePtr determinant_node(const tra::NodePtr& a, std::int64_t panel) {
  if (is_without_elements(a)) {
    const tra::NodePtr zeros = zeros_like_matrices<T>(a, 1, 1);
    const int rank = a->type.extents.rank();
    Extents shape = zeros->type.extents;
    const T one(1);
    const tra::NodePtr ones = full_node(shape, element_type_of<T>(), &one);
    return concatenate_node("determinant", {ones, zeros, ones}, rank - 1);
  }
  const LuPanels<T> panels(a, panel);
  const tra::NodePtr diagonal = panels.diagonal();
  const std::int64_t n = a->type.extents[a->type.extents.rank() - 1];
  const tra::NodePtr rows =
      make_of_matrices({{diagonal}, {panels.pivots()}}, {element_type_of<T>(), 1, 3},
                       kernel::determinant_kernel<T>(), 40.0 * double(n));
  return differentiable_determinant<T>(rows, a, panel);
}

template <class T>
tra::NodePtr solve_node(const std::string& function, const tra::NodePtr& a, const tra::NodePtr& b,
                        std::int64_t panel) {
  const int rank = b->type.rank();
  if (is_without_elements(a)) {
    Extents shape = batch_of_matrices(function, {a, b});
    shape.push_back(0);
    shape.push_back(b->type.extents[rank - 1]);
    const T zero(0);
    return full_node(shape, element_type_of<T>(), &zero);
  }
  if (a->type.rank() == 2 && rank > 2) {  // one system of many columns, which sites share
    const tra::NodePtr rows_first = moveaxis_node(b, {rank - 2}, {0});
    const Extents& shape = rows_first->type.extents;
    std::int64_t columns = 1;
    for (int d = 1; d < rank; ++d) columns *= shape[d];
    const tra::NodePtr x =
        solve_node<T>(function, a, reshape_node(rows_first, {shape[0], columns}), panel);
    return moveaxis_node(reshape_node(x, shape), {0}, {rank - 2});
  }
  return differentiable_solution<T>(LuPanels<T>(a, panel).solve(function, b), function, a, b,
                                    panel);
}

template <class T>
tra::NodePtr inverse_node(const tra::NodePtr& a) {
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  return solve_node<T>("inv", a, to_node(eye<T>(n)), panel_of(n, {}));
}

}  // namespace relatile::detail
