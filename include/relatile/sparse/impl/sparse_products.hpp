// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/sparse_products.hpp"

#include <utility>
#include <vector>

#include "relatile/sparse/impl/product_pattern.hpp"
#include "relatile/sparse/structure/impl/structure.hpp"
#include "relatile/sparse/structure/stored_rows.hpp"

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
  std::vector<tra::TouchedArray> operands{counts_of(a, !a.has_all_rows()),
                                          by_entries(a, a.columns.node()),
                                          by_entries(a, left.values),
                                          touched.counts_of(b),
                                          {b.columns.node(), {touched.entries}},
                                          {right.values, {touched.entries}},
                                          counts_of(c, !c.has_all_rows()),
                                          by_entries(c, c.columns.node())};
  if (!a.has_all_rows()) operands.push_back(by_stored_rows(a, a.numbers.node()));
  touched.add_numbers_of(b, operands);
  if (!c.has_all_rows()) operands.push_back(by_stored_rows(c, c.numbers.node()));
  return tra::make_on_pieces(labels_of_blocks(a), operands, made_by_entries(c, element),
                             std::move(op));
}

}  // namespace relatile::detail
