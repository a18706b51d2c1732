// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/derivatives.hpp"

#include <complex>
#include <utility>
#include <vector>

#include "relatile/array/shapes/joining.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/function/as_type.hpp"
#include "relatile/linalg/dense/impl/matrix_formulas.hpp"
#include "relatile/linalg/dense/lu.hpp"
#include "relatile/linalg/spectral/eig.hpp"
#include "relatile/linalg/spectral/eigh.hpp"
#include "relatile/linalg/spectral/exponential.hpp"
#include "relatile/linalg/spectral/svd.hpp"

// How gradients pass through eigenvalues and singular values, which are told apart: what would be
// divided by a difference of equal ones is 0, as of JAX's svd. Vectors turn freely, by a sign or by
// a phase, and so does the derivative of what depends on that.

namespace relatile::detail {

using NodeList = std::vector<tra::NodePtr>;

template <class T>
MatrixFormula<T> rows_of(const tra::NodePtr& packed, const Range& rows) {
  return {part_node("rows", packed, packed->type.rank() - 2, rows)};
}
/// Of a row x of each matrix, x[j] - x[i] at i, j.
template <class T>
MatrixFormula<T> differences(const MatrixFormula<T>& row) {
  const int rank = row.node->type.rank();
  return row - MatrixFormula<T>{moveaxis_node(row.node, {rank - 1}, {rank - 2})};
}

/// A Hermitian matrix's derivative as that by the half that is read.
template <class T>
tra::NodePtr by_half(const MatrixFormula<T>& by_a, bool lower) {
  return half_of<T>((by_a + adjoint(by_a)).node, lower, 0.5);
}

/// dw = diag(V^H da V), dV = V (F * V^H da V), F = 1 / (w[j] - w[i]).
template <class T>
tra::NodePtr differentiable_eigh(tra::NodePtr packed, const tra::NodePtr& a, bool lower) {
  return with_pullback(
      std::move(packed), {a},
      [lower](const tra::NodePtr& self, const NodeList&, const tra::NodePtr& g) {
        const std::int64_t n = self->type.extents[self->type.rank() - 1];
        const MatrixFormula<T> w = rows_of<T>(self, {0, 1});
        const MatrixFormula<T> v = rows_of<T>(self, {1, n + 1});
        const MatrixFormula<T> by_w = rows_of<T>(g, {0, 1});
        const MatrixFormula<T> by_v = rows_of<T>(g, {1, n + 1});
        const MatrixFormula<T> turned =
            elementwise_product(reciprocal_or_zero(differences(w)), adjoint(v) * by_v);
        return NodeList{by_half((v * turned + elementwise_product(v, by_w)) * adjoint(v), lower)};
      });
}

template <class T>
tra::NodePtr differentiable_eigvalsh(tra::NodePtr values, const tra::NodePtr& a, bool lower) {
  return with_pullback(
      std::move(values), {a},
      [lower](const tra::NodePtr&, const NodeList& of, const tra::NodePtr& g) {
        const MatrixFormula<T> v{
            eigh_nodes<T>("eigvalsh", of[0], {.uplo = lower ? 'L' : 'U'}).vectors};
        return NodeList{by_half(elementwise_product(v, as_row<T>(g)) * adjoint(v), lower)};
      });
}

/// What is told of u, s and v, of a = u diag(s) v^H, as what is told of a.
template <class T>
MatrixFormula<T> by_decomposed(const MatrixFormula<T>& u, const MatrixFormula<T>& s,
                               const MatrixFormula<T>& v, const MatrixFormula<T>& by_u,
                               const MatrixFormula<T>& by_s, const MatrixFormula<T>& by_v) {
  const MatrixFormula<T> of_u = adjoint(u) * by_u;
  const MatrixFormula<T> of_v = adjoint(v) * by_v;
  const MatrixFormula<T> f = reciprocal_or_zero(differences(elementwise_product(s, s)));
  const MatrixFormula<T> x = elementwise_product(f, of_u);
  const MatrixFormula<T> y = elementwise_product(f, of_v);
  const MatrixFormula<T> inverse = reciprocal_or_zero(s);
  MatrixFormula<T> inner = elementwise_product(x + adjoint(x), s) +
                           adjoint(elementwise_product(y + adjoint(y), s)) +
                           elementwise_product(MatrixFormula<T>{to_node(eye<T>(f.rows()))}, by_s);
  if constexpr (is_complex_v<T>) {  // all of a phase is u's
    inner = inner + on_diagonal(elementwise_product(0.5 * (of_u - adjoint(of_u)), inverse));
  }
  MatrixFormula<T> left = u * inner;
  if (u.rows() > u.columns()) left = left + elementwise_product(by_u - u * of_u, inverse);
  MatrixFormula<T> made = left * adjoint(v);
  if (v.rows() > v.columns()) {
    made = made + u * adjoint(elementwise_product(by_v - v * of_v, inverse));
  }
  return made;
}

/// The rows of what a kernel makes: u, s, and the conjugate of v.
template <class T>
tra::NodePtr differentiable_svd(tra::NodePtr packed, const tra::NodePtr& a, bool full) {
  return with_pullback(
      std::move(packed), {a},
      [full](const tra::NodePtr& self, const NodeList& of, const tra::NodePtr& g) {
        const MatrixFormula<T> from{of[0]};
        const std::int64_t m = from.rows();
        const std::int64_t n = from.columns();
        if (full && m != n) {
          throw Error(
              "relatile: grad: svd: with full_matrices there are vectors that belong to no "
              "singular value, which a does not determine, and so no derivative; leave it out");
        }
        const auto conjugate = [](const MatrixFormula<T>& x) {
          return MatrixFormula<T>{conjugate_node(x.node)};
        };
        return NodeList{by_decomposed(rows_of<T>(self, {0, m}), rows_of<T>(self, {m, m + 1}),
                                      conjugate(rows_of<T>(self, {m + 1, m + 1 + n})),
                                      rows_of<T>(g, {0, m}), rows_of<T>(g, {m, m + 1}),
                                      conjugate(rows_of<T>(g, {m + 1, m + 1 + n})))
                            .node};
      });
}

template <class T>
tra::NodePtr differentiable_singular_values(tra::NodePtr values, const tra::NodePtr& a) {
  return with_pullback(
      std::move(values), {a}, [](const tra::NodePtr&, const NodeList& of, const tra::NodePtr& g) {
        const SvdNodes nodes = svd_nodes<T>("svdvals", of[0], {});
        const MatrixFormula<T> u{nodes.u};
        return NodeList{(elementwise_product(u, as_row<T>(g)) * MatrixFormula<T>{nodes.vh}).node};
      });
}

/// The real part, where a is real, of complex cotangents.
template <class T>
tra::NodePtr as_elements_of(const tra::NodePtr& by_a) {
  if constexpr (is_complex_v<T>) return by_a;
  return function_node<function::Real, std::complex<real_t<T>>>(by_a);
}

/// v^-H x v^H.
template <class C>
MatrixFormula<C> in_basis(const MatrixFormula<C>& v, const MatrixFormula<C>& x) {
  return {solve_node<C>("eig", adjoint(v).node, (x * adjoint(v)).node, panel_of(v.rows(), {}))};
}

/// dw = diag(v^-1 da v), dv = v (F * v^-1 da v), less what changes the norm of each column.
template <class T>
tra::NodePtr differentiable_eig(tra::NodePtr packed, const tra::NodePtr& a) {
  using C = std::complex<real_t<T>>;
  return with_pullback(
      std::move(packed), {a}, [](const tra::NodePtr& self, const NodeList&, const tra::NodePtr& g) {
        const std::int64_t n = self->type.extents[self->type.rank() - 1];
        const MatrixFormula<C> w = rows_of<C>(self, {0, 1});
        const MatrixFormula<C> v = rows_of<C>(self, {1, n + 1});
        const MatrixFormula<C> eye_n{to_node(eye<C>(n))};
        const MatrixFormula<C> of_v = adjoint(v) * rows_of<C>(g, {1, n + 1});
        const MatrixFormula<C> lengths = 0.5 * on_diagonal(of_v + adjoint(of_v));
        const MatrixFormula<C> apart =
            reciprocal_or_zero(MatrixFormula<C>{conjugate_node(differences(w).node)});
        const MatrixFormula<C> turned = elementwise_product(of_v - adjoint(v) * v * lengths, apart);
        const MatrixFormula<C> by_w = elementwise_product(eye_n, rows_of<C>(g, {0, 1}));
        return NodeList{as_elements_of<T>(in_basis(v, turned + by_w).node)};
      });
}

template <class T>
tra::NodePtr differentiable_eigvals(tra::NodePtr values, const tra::NodePtr& a) {
  using C = std::complex<real_t<T>>;
  return with_pullback(
      std::move(values), {a}, [](const tra::NodePtr&, const NodeList& of, const tra::NodePtr& g) {
        const MatrixFormula<C> v{eig_nodes<T>("eigvals", of[0]).vectors};
        const MatrixFormula<C> by_w =
            elementwise_product(MatrixFormula<C>{to_node(eye<C>(v.rows()))}, as_row<C>(g));
        return NodeList{as_elements_of<T>(in_basis(v, by_w).node)};
      });
}

/// The upper right block of e^m, m = (a^H g; 0 a^H) [Higham 2008, Functions of Matrices, 3.2].
template <class T>
tra::NodePtr differentiable_exponential(tra::NodePtr exponential, const tra::NodePtr& a) {
  return with_pullback(
      std::move(exponential), {a},
      [](const tra::NodePtr&, const NodeList& of, const tra::NodePtr& g) {
        const int rank = g->type.rank();
        const std::int64_t n = g->type.extents[rank - 1];
        const T zero(0);
        const tra::NodePtr zeros = full_node(g->type.extents, element_type_of<T>(), &zero);
        const tra::NodePtr turned = adjoint_node<T>(of[0]);
        const auto beside = [&](const tra::NodePtr& left, const tra::NodePtr& right) {
          return concatenate_node("expm", {left, right}, rank - 1);
        };
        const tra::NodePtr blocks =
            concatenate_node("expm", {beside(turned, g), beside(zeros, turned)}, rank - 2);
        return NodeList{block_of_matrices(exponential_node<T>(blocks), {0, n}, {n, 2 * n})};
      });
}

/// dp = -p da p + p p^H da^H (1 - a p) + (1 - p a) da^H p^H p [Golub and Pereyra 1973].
template <class T>
tra::NodePtr differentiable_pseudo_inverse(tra::NodePtr inverse, const tra::NodePtr& a) {
  return with_pullback(std::move(inverse), {a},
                       [](const tra::NodePtr& self, const NodeList& of, const tra::NodePtr& g) {
                         const MatrixFormula<T> p{self};
                         const MatrixFormula<T> from{of[0]};
                         const MatrixFormula<T> adjoint_p = adjoint(p);
                         const MatrixFormula<T> by_adjoint = adjoint(MatrixFormula<T>{g});
                         const MatrixFormula<T> left = by_adjoint * p * adjoint_p;
                         const MatrixFormula<T> right = adjoint_p * p * by_adjoint;
                         const MatrixFormula<T> both =
                             left - from * (p * left) + right - right * p * from;
                         return NodeList{(both - adjoint_p * MatrixFormula<T>{g} * adjoint_p).node};
                       });
}

template <class T>
tra::NodePtr differentiable_as_product(tra::NodePtr x, const tra::NodePtr& p,
                                       const tra::NodePtr& b) {
  return with_pullback(std::move(x), {p, b},
                       [](const tra::NodePtr&, const NodeList& of, const tra::NodePtr& g) {
                         const bool vector = g->type.rank() == 1;
                         const auto matrix = [&](const tra::NodePtr& y) {
                           return vector ? as_column<T>(y) : MatrixFormula<T>{y};
                         };
                         const MatrixFormula<T> by_x = matrix(g);
                         const tra::NodePtr by_b = (adjoint(MatrixFormula<T>{of[0]}) * by_x).node;
                         return NodeList{(by_x * adjoint(matrix(of[1]))).node,
                                         vector ? reshape_node(by_b, of[1]->type.extents) : by_b};
                       });
}

}  // namespace relatile::detail
