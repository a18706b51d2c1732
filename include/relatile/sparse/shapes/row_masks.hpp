// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/reduction_options.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/selecting.hpp"
#include "relatile/sparse/sparse_products.hpp"

namespace relatile {

/// The rows of a product of two sparse matrices where a mask, a vector of bool, is true; other rows
/// have no entries: matmul<PlusPair>(s, s, only(is_member)). The entries of a in rows that are not
/// chosen are not multiplied. Collective.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent, or the mask has not an element
///           for each row of a
///   cost    a copy of the chosen rows of a, and their product
template <class Semiring = PlusTimes, class TA, class TB, int R>
auto matmul(const SparseArray<TA, 2>& a, const SparseArray<TB, 2>& b, const Only<R>& rows,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(R == 1, "relatile: matmul: a mask of rows is a vector of bool: only(x > 0)");
  detail::require_line_mask("row", a.shape(0), rows.mask.shape());
  detail::require_inner_sparse("matmul", a.shape(), 1, b.shape(), 0);
  const Array<bool, 2> column = expand_dims(Array<bool, 1>(rows.mask.node()), 1);
  const Array<bool, 1> chosen(detail::taken_at(a.pattern(), column.node()));
  return matmul<Semiring>(keep_entries(a, chosen, line), b, line);
}

}  // namespace relatile
