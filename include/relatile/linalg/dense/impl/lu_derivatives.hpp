// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/factorizations/triangular.hpp"
#include "relatile/linalg/dense/derivatives.hpp"
#include "relatile/linalg/dense/impl/matrix_formulas.hpp"
#include "relatile/linalg/dense/panels.hpp"
#include "relatile/linalg/dense/shapes.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/tra/indexing.hpp"

// How gradients pass through p^T a = l u, l and u in one matrix. Of a square one, with
// M = l^-1 p^T da u^-1, dl is l times M's half below the diagonal, and du the rest of M times u. So
// by_a = p l^-H X u^-H, where X is l^H by_l below the diagonal, and by_u u^H from there on up.
//
// What a tall matrix has below the square, l2 = a2 u^-1, adds g2 u^-H, and -l2^H g2 to X's upper
// half. What a wide one has beside it, u2 = l^-1 a2, adds l^-H g2, and -g2 u2^H to X's lower half.

namespace relatile::detail {

/// L and U in one matrix, or a cotangent of them, in its parts.
template <class T>
class LuParts {
 public:
  explicit LuParts(const tra::NodePtr& lu) : all_{lu}, k_(std::min(all_.rows(), all_.columns())) {}

  bool is_tall() const { return all_.rows() > k_; }
  bool is_wide() const { return all_.columns() > k_; }
  MatrixFormula<T> square() const { return part({0, k_}, {0, k_}); }
  /// What is below the square, or beside it.
  MatrixFormula<T> rest() const {
    return is_tall() ? part({k_, all_.rows()}, {0, k_}) : part({0, k_}, {k_, all_.columns()});
  }
  MatrixFormula<T> below_diagonal() const { return {half_of<T>(square().node, true, 0)}; }
  MatrixFormula<T> upper() const { return {half_of<T>(square().node, false, 1)}; }

  /// l^-H x.
  MatrixFormula<T> by_lower(const MatrixFormula<T>& x) const {
    kernel::TriangularSystem system{"lu"};
    system.lower = true;
    system.unit = true;
    system.applied = kernel::Applied::adjoint;
    return {triangular_node<T>(square().node, x.node, system, panel_of(k_, {}))};
  }
  /// x u^-H.
  MatrixFormula<T> by_upper(const MatrixFormula<T>& x) const {
    kernel::TriangularSystem system{"lu"};
    system.lower = false;
    system.from_right = true;
    system.applied = kernel::Applied::adjoint;
    return {triangular_node<T>(square().node, x.node, system, panel_of(k_, {}))};
  }

 private:
  MatrixFormula<T> part(const Range& rows, const Range& columns) const {
    const int rank = all_.node->type.rank();
    tra::NodePtr x = all_.node;
    if (is_tall()) x = part_node("rows", x, rank - 2, rows);
    if (is_wide()) x = part_node("columns", x, rank - 1, columns);
    return {x};
  }

  MatrixFormula<T> all_;
  std::int64_t k_;
};

/// By p^T a.
template <class T>
tra::NodePtr by_exchanged_rows(const LuParts<T>& lu, const LuParts<T>& g) {
  const MatrixFormula<T> by_l = g.below_diagonal();
  MatrixFormula<T> lower = by_l + adjoint(lu.below_diagonal()) * by_l;
  MatrixFormula<T> upper = g.upper() * adjoint(lu.upper());
  if (lu.is_tall()) upper = upper - adjoint(lu.rest()) * g.rest();
  if (lu.is_wide()) lower = lower - g.rest() * adjoint(lu.rest());
  const MatrixFormula<T> x = MatrixFormula<T>{half_of<T>(lower.node, true, 0)} +
                             MatrixFormula<T>{half_of<T>(upper.node, false, 1)};
  const tra::NodePtr square = lu.by_upper(lu.by_lower(x)).node;
  const int rank = square->type.rank();
  if (lu.is_tall()) {
    return concatenate_node("lu", {square, lu.by_upper(g.rest()).node}, rank - 2);
  }
  if (lu.is_wide()) {
    return concatenate_node("lu", {square, lu.by_lower(g.rest()).node}, rank - 1);
  }
  return square;
}

template <class T>
tra::NodePtr differentiable_lu(tra::NodePtr lu, const tra::NodePtr& a,
                               const tra::NodePtr& row_order) {
  return with_pullback(
      std::move(lu), {a, row_order},
      [](const tra::NodePtr& self, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        const MatrixFormula<T> exchanged{by_exchanged_rows<T>(LuParts<T>(self), LuParts<T>(g))};
        return std::vector<tra::NodePtr>{
            (MatrixFormula<T>{permutation_node<T>(of[1])} * exchanged).node, nullptr};
      });
}

template <class T>
tra::NodePtr differentiable_half_of_lu(tra::NodePtr half, const tra::NodePtr& lu, bool lower) {
  return with_pullback(
      std::move(half), {lu},
      [lower](const tra::NodePtr&, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        const tra::NodePtr kept = half_of<T>(g, lower, lower ? 0 : 1);
        const int axis = of[0]->type.rank() - (lower ? 1 : 2);
        Extents rest = of[0]->type.extents;
        rest[axis] -= kept->type.extents[axis];
        if (rest[axis] == 0) return std::vector<tra::NodePtr>{kept};
        const T zero(0);
        const tra::NodePtr zeros = full_node(rest, element_type_of<T>(), &zero);
        return std::vector<tra::NodePtr>{concatenate_node("lu", {kept, zeros}, axis)};
      });
}

}  // namespace relatile::detail
