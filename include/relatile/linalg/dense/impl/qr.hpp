// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/qr.hpp"

#include <string>

#include "relatile/array/creation.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/linalg/dense/impl/tall_qr.hpp"

namespace relatile::detail {

template <class T>
tra::NodePtr upper_rows(const tra::NodePtr& x, std::int64_t rows) {
  const std::int64_t columns = x->type.extents[x->type.extents.rank() - 1];
  return make_of_matrices({{x, {}, 0, 0, rows, columns}}, {element_type_of<T>(), rows, columns},
                          kernel::upper_kernel<T>(), double(rows) * double(columns));
}

template <class T>
QrNodes whole_qr_nodes(const tra::NodePtr& a, bool wants_q, bool complete) {
  const Extents& shape = a->type.extents;
  const std::int64_t m = shape[shape.rank() - 2];
  const std::int64_t n = shape[shape.rank() - 1];
  const std::int64_t k = std::min(m, n);
  const double flops = flops_of_qr(std::max(m, n), k);
  const ElementType element = element_type_of<T>();
  const tra::NodePtr stored =
      make_of_matrices({{a}}, {element, m + k, n}, kernel::qr_kernel<T>(), flops);
  QrNodes nodes;
  nodes.r = upper_rows<T>(stored, complete ? m : k);
  if (wants_q) {
    nodes.q = make_of_matrices({{stored}}, {element, m, complete ? m : k},
                               kernel::form_q_kernel<T>(k), flops);
  }
  return nodes;
}

/// QR panel by panel.
template <class T>
class QrPanels {
 public:
  QrPanels(const tra::NodePtr& a, std::int64_t panel)
      : m_(a->type.extents[0]),
        n_(a->type.extents[1]),
        k_(std::min(m_, n_)),
        panels_(panels_of(k_, panel)) {
    tra::NodePtr rest = a;
    for (const Range& p : panels_) rest = factor(p, rest);
  }

  tra::NodePtr r(bool complete) const {
    return matrix_of_parts("qr.r", element_, {complete ? m_ : k_, n_}, r_);
  }

  tra::NodePtr q(bool complete) const {
    tra::NodePtr q;
    if (complete && m_ > k_) q = eye_node({m_ - k_, m_ - k_}, 0, element_, &one_);
    for (std::size_t p = panels_.size(); p-- > 0;) q = with_panel(p, q);
    return q;
  }

 private:
  /// Factors the first columns of what is left, and returns what then is left to the right and
  /// below.
  tra::NodePtr factor(const Range& p, const tra::NodePtr& rest) {
    const std::int64_t width = p.high - p.low;
    const std::int64_t m = m_ - p.low;
    const std::int64_t right = n_ - p.high;
    stored_.push_back(make_of_matrices({{rest, {}, 0, 0, m, width}}, {element_, m + width, width},
                                       kernel::qr_kernel<T>(), flops_of_qr(m, width)));
    r_.push_back({upper_rows<T>(stored_.back(), width), p.low, p.low});
    if (right == 0) return rest;
    const MatrixBlocks blocks = shared_matrix_blocks(MatrixCut::columns, right);
    const tra::NodePtr reflected = make_of_matrices(
        {{stored_.back()}, {rest, blocks, 0, width}}, {element_, m, right, blocks},
        kernel::reflect_kernel<T>(width), 4.0 * double(m) * double(width) * double(right));
    r_.push_back({part_of_matrix(reflected, {0, width}, {0, right}), p.low, p.high});
    return part_of_matrix(reflected, {width, m}, {0, right});
  }

  /// Columns of the product of this panel's reflections and those of later ones.
  tra::NodePtr with_panel(std::size_t p, const tra::NodePtr& later) const {
    const std::int64_t width = panels_[p].high - panels_[p].low;
    const std::int64_t m = m_ - panels_[p].low;
    const std::int64_t columns = width + (later ? later->type.extents[1] : 0);
    const MatrixBlocks blocks = shared_matrix_blocks(MatrixCut::columns, columns);
    std::vector<MatrixOperand> operands{{stored_[p]}};
    if (later) {
      auto cuts = *blocks.cuts;
      for (std::int64_t& cut : cuts) cut = std::max<std::int64_t>(cut - width, 0);
      operands.push_back({later,
                          {MatrixCut::columns,
                           std::make_shared<const std::vector<std::int64_t>>(std::move(cuts))}});
    }
    return make_of_matrices(operands, {element_, m, columns, blocks},
                            kernel::form_q_kernel<T>(width, blocks.cuts),
                            4.0 * double(m) * double(width) * double(columns));
  }

  ElementType element_ = element_type_of<T>();
  T one_ = T(1);
  std::int64_t m_;
  std::int64_t n_;
  std::int64_t k_;
  std::vector<Range> panels_;
  std::vector<tra::NodePtr> stored_;  ///< each panel, factored
  std::vector<PlacedMatrix> r_;
};

/// Rows of a block of a tall matrix: some times as many as columns, so that blocks' triangles are
/// little beside them, and half a cache.
template <class T>
std::int64_t rows_of_tall_block(std::int64_t n, const QrOptions& options) {
  if (options.block_rows > 0) return std::max(options.block_rows, 2 * n);
  constexpr std::int64_t bytes = 256 << 10;
  return std::max<std::int64_t>(8 * n,
                                bytes / std::int64_t(sizeof(T)) / std::max<std::int64_t>(n, 1));
}

template <class T>
QrNodes tall_qr_nodes(const tra::NodePtr& a, const QrOptions& options, std::int64_t rows) {
  const bool wants_q = options.mode != "r";
  if (!wants_q || !options.indirect) return TallQr<T>(rows, wants_q).factored(a);
  QrNodes nodes = TallQr<T>(rows, false).factored(a);
  kernel::TriangularSystem system{"qr"};
  system.lower = false;
  system.from_right = true;
  nodes.q = triangular_node<T>(nodes.r, a, system, a->type.extents[1]);
  return nodes;
}

/// The factors of a matrix without rows or columns, for which there is nothing to reflect.
template <class T>
QrNodes qr_of_nothing(const Extents& shape, bool wants_q, bool complete) {
  const int rank = shape.rank();
  const std::int64_t m = shape[rank - 2];
  const T zero(0);
  const T one(1);
  const ElementType element = element_type_of<T>();
  Extents of_q = shape;
  of_q[rank - 1] = complete ? m : 0;
  Extents of_r = shape;
  of_r[rank - 2] = complete ? m : 0;
  QrNodes nodes;
  nodes.r = full_node(of_r, element, &zero);
  if (!wants_q) return nodes;
  const Extents matrix{m, of_q[rank - 1]};
  nodes.q = function_node<function::Add, T>(full_node(of_q, element, &zero),
                                            eye_node(matrix, 0, element, &one));
  return nodes;
}

template <class T>
QrNodes factored_qr_nodes(const tra::NodePtr& a, const QrOptions& options) {
  const bool complete = options.mode == "complete";
  const Extents& shape = a->type.extents;
  const std::int64_t m = shape[shape.rank() - 2];
  const std::int64_t n = shape[shape.rank() - 1];
  const bool wants_q = options.mode != "r";
  if (shape.rank() > 2) return whole_qr_nodes<T>(a, wants_q, complete);
  constexpr std::int64_t widest_tall = 512;
  const std::int64_t rows = rows_of_tall_block<T>(n, options);
  if (!complete && m >= 2 * rows && (options.block_rows > 0 || n <= widest_tall)) {
    return tall_qr_nodes<T>(a, options, rows);
  }
  const std::int64_t panel = panel_of(std::min(m, n), {options.panel});
  if (std::max(m, n) <= panel) return whole_qr_nodes<T>(a, wants_q, complete);
  const QrPanels<T> panels(a, panel);
  return {wants_q ? panels.q(complete) : nullptr, panels.r(complete)};
}

template <class T>
QrNodes qr_nodes(const tra::NodePtr& a, const QrOptions& options) {
  const bool complete = options.mode == "complete";
  if (!complete && options.mode != "reduced" && options.mode != "r") {
    throw ShapeMismatch("relatile: qr: there is no mode '" + std::string(options.mode) +
                        "'; there are reduced, complete and r");
  }
  if (options.block_rows < 0) {
    throw ShapeMismatch("relatile: qr: block_rows is " + std::to_string(options.block_rows) +
                        "; give how many rows are factored at a time, or 0 for as suits");
  }
  const Extents& shape = a->type.extents;
  if (shape[shape.rank() - 2] == 0 || shape[shape.rank() - 1] == 0) {
    return qr_of_nothing<T>(shape, options.mode != "r", complete);
  }
  const QrNodes nodes = factored_qr_nodes<T>(a, options);
  return {nodes.q ? differentiable_q<T>(nodes.q, a) : nullptr, differentiable_r<T>(nodes.r, a)};
}

}  // namespace relatile::detail
