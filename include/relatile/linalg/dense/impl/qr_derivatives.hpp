// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/factorizations/triangular.hpp"
#include "relatile/linalg/dense/derivatives.hpp"
#include "relatile/linalg/dense/impl/matrix_formulas.hpp"
#include "relatile/linalg/dense/panels.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/tra/indexing.hpp"

// How gradients pass through a = q r. With D = da r^-1, C = q^H D and O the skew part of C's lower
// half, dq = D + q (O - C) and dr = (C - O) r. So, with N = q^H by_q - by_r r^H and H its upper
// half made Hermitian, by_a = (by_q - q H) r^-H. A factor knows the other one: r = q^H a, q = a
// r^-1.
//
// A wide matrix has columns beyond the square (a1 a2) = q (r1 r2), for which r2 = q^H a2.

namespace relatile::detail {

/// The first `count` rows or columns, and those after them, which may be none.
template <class T>
class QrParts {
 public:
  explicit QrParts(const tra::NodePtr& a)
      : a_{a}, first_(std::min(a_.rows(), a_.columns())), is_wide_(a_.columns() > first_) {}

  std::int64_t count() const { return first_; }
  bool is_wide() const { return is_wide_; }
  MatrixFormula<T> square(const MatrixFormula<T>& x) const { return columns(x, {0, first_}); }
  MatrixFormula<T> rest(const MatrixFormula<T>& x) const {
    return columns(x, {first_, a_.columns()});
  }
  MatrixFormula<T> first_rows(const MatrixFormula<T>& x) const {
    if (x.rows() == first_) return x;
    return {part_node("rows", x.node, x.node->type.rank() - 2, {0, first_})};
  }
  /// By all columns of a.
  tra::NodePtr by_both(const MatrixFormula<T>& by_square, const MatrixFormula<T>& by_rest) const {
    return concatenate_node("qr", {by_square.node, by_rest.node}, a_.node->type.rank() - 1);
  }
  MatrixFormula<T> zeros_of_rest() const {
    Extents shape = a_.node->type.extents;
    shape[shape.rank() - 1] -= first_;
    const T zero(0);
    return {full_node(shape, element_type_of<T>(), &zero)};
  }

  /// x r^-1, or x r^-H.
  MatrixFormula<T> over(const MatrixFormula<T>& x, const MatrixFormula<T>& r, bool adjoint) const {
    kernel::TriangularSystem system{"qr"};
    system.lower = false;
    system.from_right = true;
    if (adjoint) system.applied = kernel::Applied::adjoint;
    return {triangular_node<T>(r.node, x.node, system, panel_of(first_, {}))};
  }

 private:
  MatrixFormula<T> columns(const MatrixFormula<T>& x, const Range& range) const {
    if (range == Range{0, x.columns()}) return x;
    return {part_node("columns", x.node, x.node->type.rank() - 1, range)};
  }

  MatrixFormula<T> a_;
  std::int64_t first_;
  bool is_wide_;
};

template <class T>
tra::NodePtr differentiable_q(tra::NodePtr q, const tra::NodePtr& a) {
  return with_pullback(
      std::move(q), {a},
      [](const tra::NodePtr& self, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        const MatrixFormula<T> orthogonal{self};
        const MatrixFormula<T> by_q{g};
        const QrParts<T> parts(of[0]);
        if (orthogonal.columns() > parts.count()) {
          throw Error(
              "relatile: grad: qr: the q of mode \"complete\" has columns that a does not "
              "determine, and so no derivative; take mode \"reduced\"");
        }
        const MatrixFormula<T> r = adjoint(orthogonal) * parts.square(MatrixFormula<T>{of[0]});
        const MatrixFormula<T> h = hermitian_of_upper(adjoint(orthogonal) * by_q);
        const MatrixFormula<T> by_square = parts.over(by_q - orthogonal * h, r, true);
        if (!parts.is_wide()) return std::vector<tra::NodePtr>{by_square.node};
        return std::vector<tra::NodePtr>{parts.by_both(by_square, parts.zeros_of_rest())};
      });
}

template <class T>
tra::NodePtr differentiable_r(tra::NodePtr r, const tra::NodePtr& a) {
  return with_pullback(
      std::move(r), {a},
      [](const tra::NodePtr& self, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        const QrParts<T> parts(of[0]);
        const MatrixFormula<T> all{of[0]};
        const MatrixFormula<T> upper = parts.first_rows(MatrixFormula<T>{self});
        const MatrixFormula<T> by_r = parts.first_rows(MatrixFormula<T>{g});
        const MatrixFormula<T> square = parts.square(upper);
        const MatrixFormula<T> q = parts.over(parts.square(all), square, false);
        const MatrixFormula<T> of_square = parts.square(by_r) * adjoint(square);
        if (!parts.is_wide()) {
          return std::vector<tra::NodePtr>{
              parts.over(q * hermitian_of_upper(of_square), square, true).node};
        }
        const MatrixFormula<T> by_rest = parts.rest(by_r);
        const MatrixFormula<T> by_q = parts.rest(all) * adjoint(by_rest);
        const MatrixFormula<T> n = parts.rest(upper) * adjoint(by_rest) - of_square;
        const MatrixFormula<T> by_square =
            parts.over(by_q - q * hermitian_of_upper(n), square, true);
        return std::vector<tra::NodePtr>{parts.by_both(by_square, q * by_rest)};
      });
}

}  // namespace relatile::detail
