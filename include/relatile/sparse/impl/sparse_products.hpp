// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/sparse_products.hpp"

#include <utility>

#include "relatile/sparse/impl/product_pattern.hpp"
#include "relatile/sparse/impl/structure.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr product_at(const ProductPattern& at, ElementType element,
                                        const SparseNodes& left, const SparseNodes& right,
                                        PieceKernel kernel) {
  const SparseStructure& c = *at.places;
  const SparseStructure& a = *left.pattern;
  const SparseStructure& b = *right.pattern;
  const TouchedRows touched(a, b);
  tra::OnPieces op = op_on_rows(a, std::move(kernel));
  op.work = at.work;
  op.expected = at.expected;
  return tra::make_on_pieces(labels_of_blocks(a),
                             {by_rows(a, a.counts.node()),
                              by_entries(a, a.columns.node()),
                              by_entries(a, left.values),
                              {b.counts.node(), {touched.rows}},
                              {b.columns.node(), {touched.entries}},
                              {right.values, {touched.entries}},
                              by_rows(c, c.counts.node()),
                              by_entries(c, c.columns.node())},
                             made_by_entries(c, element), std::move(op));
}

}  // namespace relatile::detail
