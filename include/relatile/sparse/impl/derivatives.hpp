// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>
#include <vector>

#include "relatile/expr/conjugate.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/sparse_products.hpp"
#include "relatile/sparse/structure/entries.hpp"
#include "relatile/sparse/structure/moved_entries.hpp"

// How gradients pass through products of sparse and dense matrices: a product with the transpose
// for the dense one, and products of rows, at the entries alone, for the sparse one.

namespace relatile::detail {

template <class T>
Array<T, 2> as_columns(const tra::NodePtr& x) {
  if (x->type.rank() == 2) return Array<T, 2>(x);
  return expand_dims(Array<T, 1>(x), 1);
}

/// Zeros in the rows where a mask is not true.
template <class T>
tra::NodePtr masked_rows(const tra::NodePtr& mask, const tra::NodePtr& x) {
  const Array<bool, 1> chosen(mask);
  if (x->type.rank() == 1) return to_node(where(chosen, Array<T, 1>(x), T(0)));
  return to_node(where(expand_dims(chosen, 1), Array<T, 2>(x), T(0)));
}

/// At each entry (i, k) the product of row i of u and row k of v.
template <class T>
tra::NodePtr products_at_entries(const SparsePattern& s, const Array<T, 2>& u,
                                 const Array<T, 2>& v) {
  const Array<T, 2> across = transpose(v);
  return differentiable_samples<T>(
      sampled_node(s, u.node(), sampled_right_by_columns(v.node()),
                   kernel::sampled_product<function::Multiply, kernel::Sum, T>(),
                   kernel::make_reduction<kernel::Sum, T>()),
      s, u.node(), across.node());
}

template <class T>
tra::NodePtr differentiable_product(tra::NodePtr product, const SparseArray<T, 2>& s,
                                    const tra::NodePtr& x, bool transposed,
                                    const tra::NodePtr& mask) {
  const SparsePattern pattern = s.pattern();
  return with_pullback(
      std::move(product), {s.values().node(), x, mask ? mask : x},
      [pattern, transposed, masked = mask != nullptr](
          const tra::NodePtr&, const std::vector<tra::NodePtr>& of, const tra::NodePtr& whole) {
        const tra::NodePtr g = masked ? masked_rows<T>(of[2], whole) : whole;
        const SparseArray<T, 2> entries(pattern, conjugate_of(Array<T, 1>(of[0])));
        const Array<T, 2> dense = conjugate_of(as_columns<T>(of[1]));
        const Array<T, 2> cotangent = as_columns<T>(g);
        const auto by_dense = [&](const auto& y) {
          return transposed ? times_dense<PlusTimes>(entries, y, nullptr).node()
                            : transposed_times_dense<PlusTimes>(entries, y, nullptr).node();
        };
        return std::vector<tra::NodePtr>{
            transposed ? products_at_entries(pattern, dense, cotangent)
                       : products_at_entries(pattern, cotangent, dense),
            g->type.rank() == 1 ? by_dense(Array<T, 1>(g)) : by_dense(cotangent), nullptr};
      });
}

template <class T>
tra::NodePtr differentiable_samples(tra::NodePtr entries, const SparsePattern& s,
                                    const tra::NodePtr& u, const tra::NodePtr& v) {
  return with_pullback(
      std::move(entries), {u, v},
      [s](const tra::NodePtr&, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        const SparseArray<T, 2> cotangent(s, Array<T, 1>(g));
        const Array<T, 2> left = conjugate_of(Array<T, 2>(of[0]));
        const Array<T, 2> right = conjugate_of(Array<T, 2>(transpose(Array<T, 2>(of[1]))));
        const Array<T, 2> by_right =
            transpose(transposed_times_dense<PlusTimes>(cotangent, left, nullptr));
        return std::vector<tra::NodePtr>{times_dense<PlusTimes>(cotangent, right, nullptr).node(),
                                         by_right.node()};
      });
}

/// The transpose, through which gradients pass. Collective.
template <class T>
SparseArray<T, 2> transpose_of_entries(const SparseArray<T, 2>& s) {
  const SparsePattern& pattern = s.pattern();
  const SparseNodes made = moved_entries("grad", {pattern, s.values().node()},
                                         keys_of(pattern, true), {s.shape(1), s.shape(0)});
  return {made.pattern, Array<T, 1>(made.values)};
}

// Wherever a product is computed, an entry of an operand changes it by those of the other one in
// the row, or column, that it meets: products once more, at the operands' own entries.
template <class T>
tra::NodePtr differentiable_at_places(tra::NodePtr product, const SparsePattern& places,
                                      const SparseNodes& a, const SparseNodes& b) {
  return with_pullback(
      std::move(product), {a.values, b.values},
      [places, left = a.pattern, right = b.pattern](
          const tra::NodePtr&, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        const SparseArray<T, 2> cotangent(places, Array<T, 1>(g));
        const SparseArray<T, 2> x(left, conjugate_of(Array<T, 1>(of[0])));
        const SparseArray<T, 2> y(right, conjugate_of(Array<T, 1>(of[1])));
        return std::vector<tra::NodePtr>{
            masked_matmul(cotangent, transpose_of_entries(y), x).values().node(),
            masked_matmul(transpose_of_entries(x), cotangent, y).values().node()};
      });
}

}  // namespace relatile::detail
