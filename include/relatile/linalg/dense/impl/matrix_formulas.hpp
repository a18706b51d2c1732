// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/einsum/nodes.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/linalg/labelling.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

// What rules of gradients are written with: nodes of one element type whose last two axes are
// matrices.

namespace relatile::detail {

/// The conjugates of transposes of the last two axes.
template <class T>
tra::NodePtr adjoint_node(const tra::NodePtr& x) {
  std::vector<int> axes;
  for (int d = 0; d < x->type.rank(); ++d) axes.push_back(d);
  std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
  const tra::NodePtr transposed = tra::make_transpose(x, axes);
  if constexpr (is_complex_v<T>) return function_node<function::Conj, T>(transposed);
  return transposed;
}

template <class T>
tra::NodePtr matmul_node(const tra::NodePtr& a, const tra::NodePtr& b) {
  return einsum_detail::einsum_node<PlusTimes, T>("matmul", {a, b},
                                                  matmul_labelling(a->type.rank(), b->type.rank()));
}

/// The sums over the matrices for which broadcasting repeated those of an array of this shape.
template <class T>
tra::NodePtr summed_to_matrices(const tra::NodePtr& x, const Extents& shape) {
  const int in_front = x->type.rank() - shape.rank();
  std::vector<int> stretched;
  for (int d = 0; d + 2 < shape.rank(); ++d) {
    if (shape[d] == 1 && x->type.extents[in_front + d] != 1) stretched.push_back(in_front + d);
  }
  const Reduction sum = kernel::make_reduction<kernel::Sum, T>();
  const tra::NodePtr y = stretched.empty() ? x : tra::make_reduce(x, stretched, true, sum);
  std::vector<int> axes;
  for (int d = 0; d < in_front; ++d) axes.push_back(d);
  return axes.empty() ? y : tra::make_reduce(y, axes, false, sum);
}

/// The matrix of ones and zeros that moves row i to row order[i], of a column of whole numbers.
template <class T>
tra::NodePtr permutation_node(const tra::NodePtr& order) {
  const int rank = order->type.rank();
  const std::int64_t n = order->type.extents[rank - 2];
  const tra::NodePtr place = to_node(expand_dims(arange<std::int64_t>(n), 1));
  const tra::NodePtr row = moveaxis_node(order, {rank - 1}, {rank - 2});
  return function_node<function::AsType<T>, bool>(
      function_node<function::Equal, std::int64_t>(place, row));
}

/// Matrices with zeros above (or below) the diagonal, and `on_diagonal` times that.
template <class T>
tra::NodePtr half_of(const tra::NodePtr& x, bool lower, double on_diagonal) {
  const Extents& shape = x->type.extents;
  const int rank = shape.rank();
  const tra::NodePtr row = to_node(expand_dims(arange<std::int64_t>(shape[rank - 2]), 1));
  const tra::NodePtr column = to_node(arange<std::int64_t>(shape[rank - 1]));
  const tra::NodePtr kept = lower ? function_node<function::Greater, std::int64_t>(row, column)
                                  : function_node<function::Less, std::int64_t>(row, column);
  const tra::NodePtr diagonal = function_node<function::Equal, std::int64_t>(row, column);
  const tra::NodePtr zero = number_node(T(0));
  const tra::NodePtr scaled =
      function_node<function::Multiply, T>(x, number_node(T(static_cast<real_t<T>>(on_diagonal))));
  return function_node<function::Where, T>(
      kept, x, function_node<function::Where, T>(diagonal, scaled, zero));
}

/// A matrix, or an array of them, in a formula.
template <class T>
struct MatrixFormula {
  tra::NodePtr node;

  std::int64_t rows() const { return node->type.extents[node->type.rank() - 2]; }
  std::int64_t columns() const { return node->type.extents[node->type.rank() - 1]; }

  friend MatrixFormula operator*(const MatrixFormula& a, const MatrixFormula& b) {
    return {matmul_node<T>(a.node, b.node)};
  }
  friend MatrixFormula operator*(double factor, const MatrixFormula& a) {
    return {function_node<function::Multiply, T>(a.node,
                                                 number_node(T(static_cast<real_t<T>>(factor))))};
  }
  friend MatrixFormula operator+(const MatrixFormula& a, const MatrixFormula& b) {
    return {function_node<function::Add, T>(a.node, b.node)};
  }
  friend MatrixFormula operator-(const MatrixFormula& a, const MatrixFormula& b) {
    return {function_node<function::Subtract, T>(a.node, b.node)};
  }
};

template <class T>
MatrixFormula<T> adjoint(const MatrixFormula<T>& a) {
  return {adjoint_node<T>(a.node)};
}
/// Element by element, with what has one row or column repeated.
template <class T>
MatrixFormula<T> elementwise_product(const MatrixFormula<T>& a, const MatrixFormula<T>& b) {
  return {function_node<function::Multiply, T>(a.node, b.node)};
}
/// The Hermitian matrix whose upper half is that of a, of its diagonal the real part.
template <class T>
MatrixFormula<T> hermitian_of_upper(const MatrixFormula<T>& a) {
  const MatrixFormula<T> half{half_of<T>(a.node, false, 0.5)};
  return half + adjoint(half);
}
template <class T>
MatrixFormula<T> on_diagonal(const MatrixFormula<T>& a) {
  return elementwise_product(a, MatrixFormula<T>{to_node(eye<T>(a.rows()))});
}
/// 1 / x of each element, and 0 for 0.
template <class T>
MatrixFormula<T> reciprocal_or_zero(const MatrixFormula<T>& x) {
  const tra::NodePtr zero = number_node(T(0));
  const tra::NodePtr one = number_node(T(1));
  const tra::NodePtr none = function_node<function::Equal, T>(x.node, zero);
  const tra::NodePtr divisor = function_node<function::Where, T>(none, one, x.node);
  return {function_node<function::Where, T>(none, zero,
                                            function_node<function::Divide, T>(one, divisor))};
}
/// Vectors as matrices of one row, and of one column.
template <class T>
MatrixFormula<T> as_row(const tra::NodePtr& x) {
  const int rank = x->type.rank();
  return {moveaxis_node(with_axes_node(x, 0, 1), {rank}, {rank - 1})};
}
template <class T>
MatrixFormula<T> as_column(const tra::NodePtr& x) {
  return {with_axes_node(x, 0, 1)};
}

}  // namespace relatile::detail
