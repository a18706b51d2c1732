// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/sparse/impl/structure.hpp"
#include "relatile/sparse/products.hpp"

// Where gradients put what was taken of a dense matrix at the entries of a sparse one: back, and
// where a row or a column stood for all, their sums.

namespace relatile::detail {

/// The sums of what is in every column, or in every row, of entries.
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
