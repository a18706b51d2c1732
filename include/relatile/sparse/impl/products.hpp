// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/products.hpp"

#include <type_traits>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/sparse/structure.hpp"
#include "relatile/sparse/needed.hpp"
#include "relatile/sparse/needed_products.hpp"
#include "relatile/sparse/structure/impl/structure.hpp"
#include "relatile/sparse/structure/stored_rows.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_inner_sparse(const char* operation, const Extents& a, int a_axis,
                                          const Extents& b, int b_axis) {
  if (a[a_axis] == b[b_axis]) return;
  throw ShapeMismatch(std::string("relatile: ") + operation + ": operands of shapes " +
                      to_string(a) + " and " + to_string(b) + ": extent " +
                      std::to_string(a[a_axis]) + " of axis " + std::to_string(a_axis) +
                      " must be extent " + std::to_string(b[b_axis]) + " of axis " +
                      std::to_string(b_axis));
}

/// Throws ShapeMismatch unless an operand of sddmm has the shape that others ask for.
inline void require_sampled(const char* name, const Extents& is, const Extents& must,
                            const std::string& others) {
  if (is == must) return;
  const bool is_transposed = Extents{is[1], is[0]} == must;
  throw ShapeMismatch(std::string("relatile: sddmm: ") + name + " of shape " + to_string(is) +
                      " must be of shape " + to_string(must) + ", for " + others +
                      (is_transposed ? std::string("; give transpose(") + name + ")" : ""));
}
RELATILE_INLINE void require_sampled_shapes(const Extents& s, const Extents& u, const Extents& v) {
  const std::string of_s = "s of shape " + to_string(s);
  // Where rows of u are not those of s, its columns may be: then they say what was meant.
  const bool by_column = u[0] != s[0] && u[1] == s[0];
  require_sampled("u", u, {s[0], u[by_column ? 0 : 1]}, of_s);
  require_sampled("v", v, {u[1], s[1]}, of_s + " and u of shape " + to_string(u));
}

RELATILE_INLINE void require_line_mask(const char* lines, std::int64_t count, const Extents& mask) {
  if (mask.rank() == 1 && mask[0] == count) return;
  throw ShapeMismatch("relatile: matmul: a mask of shape " + to_string(mask) + " for " +
                      std::to_string(count) + " " + lines +
                      "s of the result: only() takes a truth value for each " + lines);
}

RELATILE_INLINE tra::NodePtr product_node(const SparseNodes& nodes, const DenseOperand& x,
                                          const ProductKernel& kernel, const tra::NodePtr& mask) {
  const SparseStructure& s = *nodes.pattern;
  const bool has_columns = x.rank == 1 || x.array->type.extents[1] > 0;
  if (s.needed && has_columns) {
    return product_of_needed(s, *s.needed, {nodes.values, mask}, x,
                             needed_elements(*s.needed, x.array), kernel);
  }
  tra::PieceLabels labels = labels_of_blocks(s);
  kernel::ProductLabels named;
  named.masked = mask != nullptr;
  tra::TouchedArray dense{x.array, {tra::from_lows_to_ends(s.lows, s.ends)}};
  // Without columns there would be no label space, and rows must become sums of nothing.
  if (!s.is_banded() && s.shape[1] > 0) {
    named.inner = labels.extents.rank();
    labels.extents.push_back(s.shape[1]);
    labels.names.push_back("inner");
    labels.whole = {named.inner};
    dense.dims[0] = tra::along_label(named.inner);
  }
  tra::MadeOfPieces made = made_by_rows(s, element_of_product(x, mask));
  if (x.rank == 2) {
    named.column = labels.extents.rank();
    labels.extents.push_back(x.array->type.extents[1]);
    labels.names.push_back("columns");
    dense.dims.push_back(tra::along_label(named.column));
    made.shape.push_back(x.array->type.extents[1]);
    made.dims.push_back(tra::along_label(named.column));
  }
  named.numbered = is_numbered(s, mask);
  std::vector<tra::TouchedArray> operands{counts_of(s, named.numbered),
                                          by_entries(s, s.columns.node()),
                                          by_entries(s, nodes.values), dense};
  if (mask) operands.push_back(by_rows(s, mask));
  if (named.numbered) operands.push_back(by_stored_rows(s, s.numbers.node()));
  tra::OnPieces op = op_on_rows(s, kernel(named));
  op.other = way_of_needed(nodes.pattern, x, kernel, mask != nullptr);
  return tra::make_on_pieces(labels, operands, made, std::move(op));
}

RELATILE_INLINE tra::NodePtr transposed_product_node(const SparseNodes& nodes,
                                                     const DenseOperand& x,
                                                     const ProductKernel& kernel,
                                                     Reduction reduction) {
  const SparseStructure& s = *nodes.pattern;
  tra::PieceLabels labels = labels_with_columns(s);
  kernel::ProductLabels named{1, -1};
  tra::TouchedArray dense = by_rows(s, x.array);
  tra::MadeOfPieces made{x.array->type.block.element, {s.shape[1]}, {tra::along_label(1)}};
  if (x.rank == 2) {
    named.column = 2;
    labels.extents.push_back(x.array->type.extents[1]);
    labels.names.push_back("right");
    dense.dims.push_back(tra::along_label(2));
    made.shape.push_back(x.array->type.extents[1]);
    made.dims.push_back(tra::along_label(2));
  }
  named.numbered = !s.has_all_rows();
  std::vector<tra::TouchedArray> operands{counts_of(s, named.numbered),
                                          by_entries(s, s.columns.node()),
                                          by_entries(s, nodes.values), dense};
  if (named.numbered) operands.push_back(by_stored_rows(s, s.numbers.node()));
  tra::OnPieces op = op_on_rows(s, kernel(named));
  op.reduction = std::make_shared<const Reduction>(std::move(reduction));
  return tra::make_on_pieces(labels, operands, made, std::move(op));
}

RELATILE_INLINE tra::TouchedArray sampled_right(const tra::NodePtr& v) {
  return {v, {tra::along_label(1), tra::along_label(2)}};
}
RELATILE_INLINE tra::TouchedArray sampled_right_by_columns(const tra::NodePtr& columns) {
  return {columns, {tra::along_label(2), tra::along_label(1)}};
}

RELATILE_INLINE tra::NodePtr sampled_node(const SparsePattern& pattern, const tra::NodePtr& u,
                                          const tra::TouchedArray& v, PieceKernel kernel,
                                          Reduction reduction) {
  const SparseStructure& s = *pattern;
  tra::PieceLabels labels = labels_of_blocks(s);
  labels.extents.push_back(u->type.extents[1]);
  labels.extents.push_back(s.shape[1]);
  labels.names.insert(labels.names.end(), {"inner", "columns"});
  labels.whole = {2};
  tra::OnPieces op = op_on_rows(s, std::move(kernel));
  op.reduction = std::make_shared<const Reduction>(std::move(reduction));
  std::vector<tra::TouchedArray> operands{counts_of(s, !s.has_all_rows()),
                                          by_entries(s, s.columns.node()),
                                          {u, {tra::between_cuts(s.rows), tra::along_label(1)}},
                                          v};
  if (!s.has_all_rows()) operands.push_back(by_stored_rows(s, s.numbers.node()));
  return tra::make_on_pieces(labels, operands, made_by_entries(s, u->type.block.element),
                             std::move(op));
}

RELATILE_INLINE bool shows_columns(const tra::Node& x) {
  return !x.evaluated() && x.is_view() && !x.accesses[0].dims.empty() &&
         x.accesses[0].dims.back().label == 0;
}

RELATILE_INLINE tra::NodePtr rows_reduction_node(const SparseNodes& nodes, PieceKernel kernel) {
  const SparseStructure& s = *nodes.pattern;
  std::vector<tra::TouchedArray> operands{counts_of(s, !s.has_all_rows()),
                                          by_entries(s, nodes.values)};
  if (!s.has_all_rows()) operands.push_back(by_stored_rows(s, s.numbers.node()));
  return tra::make_on_pieces(labels_of_blocks(s), operands,
                             made_by_rows(s, nodes.values->type.block.element),
                             op_on_rows(s, std::move(kernel)));
}

/// The sums of what is in every column, or in every row, of entries, or in both.
template <class T>
tra::NodePtr added_up(const SparseArray<T, 2>& s, bool in_columns, bool in_rows) {
  if (!in_columns) return times_dense<PlusTimes>(s, ones<T>({s.shape(1), 1}), nullptr).node();
  const Array<T, 2> sums =
      transpose(transposed_times_dense<PlusTimes>(s, ones<T>({s.shape(0), 1}), nullptr));
  return in_rows ? as_array(sum(sums, 1, keepdims)).node() : sums.node();
}

RELATILE_INLINE tra::NodePtr put_back_at(const SparseNodes& s, const Extents& shape) {
  const ElementType element = s.values->type.block.element;
  const Extents& whole = s.pattern->shape;
  if (shape == whole) return dense_of(s, zero_bytes(element));
  tra::NodePtr made;
  visit_type(element, [&]<class T>(std::type_identity<T>) {
    made = added_up(SparseArray<T, 2>(s.pattern, Array<T, 1>(s.values)), shape[0] != whole[0],
                    shape[1] != whole[1]);
  });
  return made;
}

}  // namespace relatile::detail
