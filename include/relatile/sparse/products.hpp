// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/reduction_options.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/sparse/needed_products.hpp"
#include "relatile/sparse/semirings.hpp"
#include "relatile/sparse/sparse_array.hpp"

// Products of sparse matrices with dense arrays, over semirings of numbers; those of two sparse
// ones are in sparse_products.hpp.

namespace relatile {

namespace detail {

/// s x, by a kernel that is made for its labels; of a mask only the rows where it is true. Of
/// another operand with an element for each row, it is what the kernel makes of it.
tra::NodePtr product_node(const SparseNodes& s, const DenseOperand& x, const ProductKernel& kernel,
                          const tra::NodePtr& mask = nullptr);
/// The transpose of s, times x: what blocks give is added up by `reduction`.
tra::NodePtr transposed_product_node(const SparseNodes& s, const DenseOperand& x,
                                     const ProductKernel& kernel, Reduction reduction);
/// How sampled_node reads a v of (r, n), or its transpose.
tra::TouchedArray sampled_right(const tra::NodePtr& v);
tra::TouchedArray sampled_right_by_columns(const tra::NodePtr& columns);
/// For each entry (i, k) of s the reduction of u(i, r) v(r, k).
tra::NodePtr sampled_node(const SparsePattern& s, const tra::NodePtr& u, const tra::TouchedArray& v,
                          PieceKernel kernel, Reduction reduction);
/// Whether a matrix is a view of what will be there, by whose columns elements are in order there.
bool shows_columns(const tra::Node& x);
/// The reduction of each row's entries.
tra::NodePtr rows_reduction_node(const SparseNodes& s, PieceKernel kernel);

/// Throws ShapeMismatch unless a mask has a truth value for each row, or column, of a product.
void require_line_mask(const char* lines, std::int64_t count, const Extents& mask);
/// Throws ShapeMismatch unless the summed extents are equal.
void require_inner_sparse(const char* operation, const Extents& a, int a_axis, const Extents& b,
                          int b_axis);
/// ShapeMismatch unless u is (m, r) and v is (r, n) where s is (m, n).
void require_sampled_shapes(const Extents& s, const Extents& u, const Extents& v);

/// Tells gradients of s x, or of the transpose of s times x, by what they are pulled back; of s x
/// with a mask, zeros stand in the rows where it is not true.
template <class T>
tra::NodePtr differentiable_product(tra::NodePtr product, const SparseArray<T, 2>& s,
                                    const tra::NodePtr& x, bool transposed,
                                    const tra::NodePtr& mask = nullptr);
/// The same of the entries of sddmm(s, u, v).
template <class T>
tra::NodePtr differentiable_samples(tra::NodePtr entries, const SparsePattern& s,
                                    const tra::NodePtr& u, const tra::NodePtr& v);
/// Whether products over a semiring of such elements have derivatives.
template <class Semiring, class T, class TS = T>
inline constexpr bool has_pullback =
    std::is_same_v<Semiring, PlusTimes>&& std::is_same_v<T, canonical_t<TS>> &&
    (std::is_floating_point_v<T> || is_complex_v<T>);

/// The v of sddmm, whose columns are read, one for each entry. Where they are multiplied side by
/// side, they are put in order first, which costs as much as an entry in each of them, unless s has
/// fewer.
template <class Semiring, class T>
tra::TouchedArray sampled_columns(const SparsePattern& s, const tra::NodePtr& v) {
  constexpr bool side_by_side = std::is_same_v<Semiring, PlusTimes> && std::is_floating_point_v<T>;
  if constexpr (side_by_side) {
    if (v->type.extents[0] > 1 && s->nnz() > v->type.extents[1] && !shows_columns(*v)) {
      return sampled_right_by_columns(as_array(positive(transpose(Array<T, 2>(v)))).node());
    }
  }
  return sampled_right(v);
}

/// s x; with a mask only the rows where it is true.
template <class Semiring, int Rank, class T, class TS>
Array<T, Rank> times_dense(const SparseArray<TS, 2>& s, const Array<T, Rank>& x,
                           const tra::NodePtr& mask) {
  tra::NodePtr product =
      product_node(operand_nodes<Semiring, T>(s), {x.node(), Rank},
                   &kernel::rows_product<kernel_combination_t<Semiring>,
                                         einsum_detail::reduction_t<Semiring>, T>,
                   mask);
  if constexpr (has_pullback<Semiring, T, TS>) {
    product = differentiable_product<T>(std::move(product), s, x.node(), false, mask);
  }
  return Array<T, Rank>(std::move(product));
}
/// The transpose of s, times x; with a mask only the rows where it is true.
template <class Semiring, int Rank, class T, class TS>
Array<T, Rank> transposed_times_dense(const SparseArray<TS, 2>& s, const Array<T, Rank>& x,
                                      const tra::NodePtr& mask) {
  using Reduce = einsum_detail::reduction_t<Semiring>;
  tra::NodePtr node =
      transposed_product_node(operand_nodes<Semiring, T>(s), {x.node(), Rank},
                              &kernel::columns_product<kernel_combination_t<Semiring>, Reduce, T>,
                              kernel::make_reduction<Reduce, T>());
  if constexpr (has_pullback<Semiring, T, TS>) {
    node = differentiable_product<T>(std::move(node), s, x.node(), true);
  }
  const Array<T, Rank> product(std::move(node));
  if (!mask) return product;
  const Array<bool, 1> chosen(mask);
  const T nothing = Reduce::template identity<T>();
  if constexpr (Rank == 2) {
    return where(expand_dims(chosen, 1), product, nothing);
  } else {
    return where(chosen, product, nothing);
  }
}

/// s x, or, `from_left`, x s, by the rows or the columns of what is stored. Callers have seen to it
/// that the semiring is known: a compiler's message then names fewer of our functions.
template <class Semiring, bool FromLeft, class TS, class X>
auto product_with_dense(const SparseArray<TS, 2>& s, const X& x, const tra::NodePtr& mask) {
  constexpr int rank = rank_of<X>;
  static_assert(rank == 1 || rank == 2,
                "relatile: matmul: a sparse matrix is multiplied by a vector or a matrix");
  using T = combined_with_dense_t<Semiring, TS, element_of<X>>;
  if constexpr (FromLeft) {
    require_inner_sparse("matmul", shape_of(x), rank - 1, s.shape(), 0);
  } else {
    require_inner_sparse("matmul", s.shape(), 1, shape_of(x), 0);
  }
  constexpr auto by = FromLeft ? MultipliedBy::dense_on_left : MultipliedBy::dense_on_right;
  if constexpr (SparseKernels<Semiring, T, by>::known) {
    const auto multiply = [&](const Array<T, rank>& dense) {
      const SparseArray<TS, 2>* const of = s.transpose_of();
      return FromLeft != (of != nullptr)
                 ? transposed_times_dense<Semiring>(of ? *of : s, dense, mask)
                 : times_dense<Semiring>(of ? *of : s, dense, mask);
    };
    if constexpr (FromLeft && rank == 2) {
      return Array<T, 2>(transpose(multiply(as_array(transpose(astype<T>(x))))));
    } else {
      return multiply(as_array(astype<T>(x)));
    }
  } else {
    return Array<T, rank>();
  }
}

}  // namespace detail

/// The product of a sparse matrix and a dense vector or matrix, a dense array: scipy's `@`. Over
/// another semiring, what is not stored is the identity of its reduction: matmul<MinPlus>(a, d) has
/// the lengths of paths by the edges that a stores. Of a transpose(s), sites add up what their rows
/// of s give, as in matmul(x, s). Of a matrix with bands, sites are sent the part
/// of x that their rows need; else the plan brings x to all that have rows, or cuts x's columns.
///
///   shapes  (m,n) (n) -> (m), (m,n) (n,p) -> (m,p)
///   errors  ShapeMismatch if the multiplied axes differ in extent
///   cost    2 p flops an entry
template <class Semiring = PlusTimes, class TS, ArrayExpression X>
auto matmul(const SparseArray<TS, 2>& s, const X& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_known_semiring<Semiring,
                                 detail::combined_with_dense_t<Semiring, TS, element_of<X>>,
                                 detail::MultipliedBy::dense_on_right>();
  return detail::product_with_dense<Semiring, false>(s, x, nullptr);
}

/// The same of some rows: matmul<OrAnd>(s, x, only(!visited)) is what of the vertices that were not
/// visited has an edge to x. Where the mask, a vector of bool, is false, the result is the identity
/// of the reduction, and the row's entries are not read.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent, or the mask has not an element
///           for each row of s
///   cost    2 p flops an entry of rows where the mask is true
template <class Semiring = PlusTimes, class TS, ArrayExpression X, int R>
auto matmul(const SparseArray<TS, 2>& s, const X& x, const Only<R>& rows,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(R == 1, "relatile: matmul: a mask of rows is a vector of bool: only(x > 0)");
  detail::require_line_mask("row", s.shape(0), rows.mask.shape());
  detail::require_known_semiring<Semiring,
                                 detail::combined_with_dense_t<Semiring, TS, element_of<X>>,
                                 detail::MultipliedBy::dense_on_right>();
  return detail::product_with_dense<Semiring, false>(s, x, rows.mask.node());
}

/// The product of a dense vector or matrix and a sparse matrix, a dense array. Sites add up what
/// their rows of s give. Rows for which a vector x of bool or integers has the identity of the
/// reduction are not read: a graph's few vertices that x names cost the edges that leave them, and
/// a look at x.
///
///   shapes  (m) (m,n) -> (n), (p,m) (m,n) -> (p,n)
///   errors  ShapeMismatch if the multiplied axes differ in extent
template <class Semiring = PlusTimes, ArrayExpression X, class TS>
auto matmul(const X& x, const SparseArray<TS, 2>& s, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_known_semiring<Semiring,
                                 detail::combined_with_dense_t<Semiring, TS, element_of<X>>,
                                 detail::MultipliedBy::dense_on_left>();
  return detail::product_with_dense<Semiring, true>(s, x, nullptr);
}

/// The same where a mask, a vector of bool, is true of columns of s; elsewhere the result is the
/// identity of the reduction. Entries are added up first, and left out afterwards.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent, or the mask has not an element
///           for each column of s
template <class Semiring = PlusTimes, ArrayExpression X, class TS, int R>
auto matmul(const X& x, const SparseArray<TS, 2>& s, const Only<R>& columns,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(R == 1, "relatile: matmul: a mask of columns is a vector of bool: only(x > 0)");
  detail::require_line_mask("column", s.shape(1), columns.mask.shape());
  detail::require_known_semiring<Semiring,
                                 detail::combined_with_dense_t<Semiring, TS, element_of<X>>,
                                 detail::MultipliedBy::dense_on_left>();
  return detail::product_with_dense<Semiring, true>(s, x, columns.mask.node());
}

/// numpy.dot: matmul, beside a number a product.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent
template <class A, class B>
  requires(detail::SparseLike<A> || detail::SparseLike<B>)
auto dot(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  if constexpr (is_scalar_type_v<A> || is_scalar_type_v<B>) {
    return a * b;
  } else {
    return matmul(a, b, line);
  }
}

/// At each entry (i, k) of s the product of row i of u and column k of v: a sparse matrix with the
/// places of s and the elements of matmul(u, v) there (SDDMM). Elements of s are not read: where
/// they are to multiply, it is s * sddmm(s, u, v). Of what has rows as u has, give transpose(v).
///
///   shapes  (m,n) (m,r) (r,n) -> (m,n)
///   errors  ShapeMismatch for other shapes
///   cost    2 r flops an entry
template <class Semiring = PlusTimes, class TS, ArrayExpression U, ArrayExpression V>
auto sddmm(const SparseArray<TS, 2>& s, const U& u, const V& v,
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<U> == 2 && rank_of<V> == 2, "relatile: sddmm takes two dense matrices");
  using T = canonical_t<detail::sparse_combined_t<Semiring, element_of<U>, element_of<V>>>;
  detail::require_sampled_shapes(s.shape(), shape_of(u), shape_of(v));
  using Kernels = detail::SparseKernels<Semiring, T, detail::MultipliedBy::nothing>;
  if constexpr (detail::require_known_semiring<Semiring, T, detail::MultipliedBy::nothing>()) {
    const tra::NodePtr left = as_array(astype<T>(u)).node();
    const tra::NodePtr right = as_array(astype<T>(v)).node();
    tra::NodePtr entries = detail::sampled_node(
        s.pattern(), left, detail::sampled_columns<Semiring, T>(s.pattern(), right),
        kernel::sampled_product<typename Kernels::Combine, typename Kernels::Reduce, T>(),
        kernel::make_reduction<typename Kernels::Reduce, T>());
    if constexpr (detail::has_pullback<Semiring, T>) {
      entries = detail::differentiable_samples<T>(std::move(entries), s.pattern(), left, right);
    }
    return SparseArray<T, 2>(s.pattern(), Array<T, 1>(std::move(entries)));
  } else {
    return SparseArray<T, 2>();
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/impl/derivatives.hpp"
#include "relatile/sparse/impl/products.hpp"
#endif
