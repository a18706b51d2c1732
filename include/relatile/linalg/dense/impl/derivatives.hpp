// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/derivatives.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/factorizations/triangular.hpp"
#include "relatile/linalg/dense/cholesky.hpp"
#include "relatile/linalg/dense/impl/matrix_formulas.hpp"
#include "relatile/linalg/dense/lu_nodes.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

// How gradients pass through solutions and factorizations: as formulas of products and solutions,
// of one matrix or of arrays of them, instead of through the steps that computed them.
//
// Cotangents of x, a and so on are called g, by_a and so on; in a factorization of which one half
// is read, the other half has none.

namespace relatile::detail {

/// -w x^H, what x = op(a)^-1 b adds to the cotangent of op(a), where w is that of b.
template <class T>
tra::NodePtr minus_outer(const tra::NodePtr& w, const tra::NodePtr& x) {
  return function_node<function::Negative, T>(matmul_node<T>(w, adjoint_node<T>(x)));
}

/// The w of a^H w = g, by the factors of a, which are those of the way forward.
template <class T>
tra::NodePtr solve_adjoint(const std::string& function, const tra::NodePtr& a,
                           const tra::NodePtr& g, std::int64_t panel) {
  if (a->type.rank() > 2 || g->type.rank() > 2) {
    return solve_node<T>(function, adjoint_node<T>(a), g, panel);
  }
  const LuFactorNodes factors = lu_factor_nodes<T>(a, panel);
  kernel::TriangularSystem upper{function};
  upper.lower = false;
  upper.applied = kernel::Applied::adjoint;
  kernel::TriangularSystem lower{function};
  lower.lower = true;
  lower.unit = true;
  lower.applied = kernel::Applied::adjoint;
  const tra::NodePtr y = triangular_node<T>(factors.u, g, upper, panel);
  const tra::NodePtr z = triangular_node<T>(factors.l, y, lower, panel);
  const tra::NodePtr w = matmul_node<T>(permutation_node<T>(factors.row_order), z);
  return differentiable_solution<T>(w, function, adjoint_node<T>(a), g, panel);
}

/// x = a^-1 b.
template <class T>
tra::NodePtr differentiable_solution(tra::NodePtr x, const std::string& function,
                                     const tra::NodePtr& a, const tra::NodePtr& b,
                                     std::int64_t panel) {
  return with_pullback(
      std::move(x), {a, b},
      [function, panel](const tra::NodePtr& self, const std::vector<tra::NodePtr>& of,
                        const tra::NodePtr& g) {
        const tra::NodePtr w = solve_adjoint<T>(function, of[0], g, panel);
        return std::vector<tra::NodePtr>{
            summed_to_matrices<T>(minus_outer<T>(w, self), of[0]->type.extents),
            summed_to_matrices<T>(w, of[1]->type.extents)};
      });
}

/// x = op(a)^-1 b, or b op(a)^-1, for a triangular a.
template <class T>
tra::NodePtr differentiable_triangular(tra::NodePtr x, const tra::NodePtr& a, const tra::NodePtr& b,
                                       const kernel::TriangularSystem& system, std::int64_t panel) {
  return with_pullback(
      std::move(x), {a, b},
      [system, panel](const tra::NodePtr& self, const std::vector<tra::NodePtr>& of,
                      const tra::NodePtr& g) {
        using kernel::Applied;
        kernel::TriangularSystem back = system;
        back.applied = system.applied == Applied::plain ? Applied::adjoint : Applied::plain;
        tra::NodePtr left = of[0];
        if constexpr (is_complex_v<T>) {
          if (system.applied == Applied::transposed) {
            left = function_node<function::Conj, T>(left);
          }
        }
        const tra::NodePtr w = triangular_node<T>(left, g, back, panel);
        tra::NodePtr by_a = system.from_right
                                ? minus_outer<T>(adjoint_node<T>(self), adjoint_node<T>(w))
                                : minus_outer<T>(w, self);
        if (system.applied != Applied::plain) by_a = adjoint_node<T>(by_a);
        if constexpr (is_complex_v<T>) {
          if (system.applied == Applied::transposed) {
            by_a = function_node<function::Conj, T>(by_a);
          }
        }
        by_a = summed_to_matrices<T>(by_a, of[0]->type.extents);
        return std::vector<tra::NodePtr>{half_of<T>(by_a, system.lower, system.unit ? 0 : 1),
                                         summed_to_matrices<T>(w, of[1]->type.extents)};
      });
}

/// L of a = L L^H: with S = L^-H P L^-1, where P is the lower half of L^H g with half its diagonal,
/// the lower half of S + S^H with half its diagonal.
template <class T>
tra::NodePtr differentiable_cholesky(tra::NodePtr l, const tra::NodePtr& a, std::int64_t panel) {
  return with_pullback(
      std::move(l), {a},
      [panel](const tra::NodePtr& self, const std::vector<tra::NodePtr>&, const tra::NodePtr& g) {
        kernel::TriangularSystem left{"cholesky"};
        left.lower = true;
        left.applied = kernel::Applied::adjoint;
        kernel::TriangularSystem right{"cholesky"};
        right.lower = true;
        right.from_right = true;
        const tra::NodePtr p =
            half_of<T>(matmul_node<T>(adjoint_node<T>(self), half_of<T>(g, true, 1)), true, 0.5);
        const tra::NodePtr y = triangular_node<T>(self, p, left, panel);
        const tra::NodePtr s = triangular_node<T>(self, y, right, panel);
        const tra::NodePtr both = function_node<function::Add, T>(s, adjoint_node<T>(s));
        return std::vector<tra::NodePtr>{half_of<T>(both, true, 0.5)};
      });
}

/// Rows (sign, log|det a|, det a): all three add their multiple of a^-H. As the sign of complex
/// numbers turns, its multiple is imaginary; of real ones it has none.
template <class T>
tra::NodePtr differentiable_determinant(tra::NodePtr rows, const tra::NodePtr& a,
                                        std::int64_t panel) {
  return with_pullback(
      std::move(rows), {a},
      [panel](const tra::NodePtr& self, const std::vector<tra::NodePtr>& of,
              const tra::NodePtr& g) {
        const int axis = self->type.rank() - 1;
        const auto number = [&](const tra::NodePtr& from, std::int64_t at) {
          return MatrixFormula<T>{part_node("determinant", from, axis, {at, at + 1})};
        };
        const auto conjugate = [](const MatrixFormula<T>& x) {
          return MatrixFormula<T>{conjugate_node(x.node)};
        };
        MatrixFormula<T> factor =
            number(g, 1) + elementwise_product(number(g, 2), conjugate(number(self, 2)));
        if constexpr (is_complex_v<T>) {
          const auto turn = elementwise_product(number(g, 0), conjugate(number(self, 0)));
          factor = factor + 0.5 * (turn - conjugate(turn));
        }
        const std::int64_t n = of[0]->type.extents[axis];
        const MatrixFormula<T> inverse{solve_node<T>("inv", of[0], to_node(eye<T>(n)), panel)};
        return std::vector<tra::NodePtr>{elementwise_product(factor, adjoint(inverse)).node};
      });
}

}  // namespace relatile::detail
