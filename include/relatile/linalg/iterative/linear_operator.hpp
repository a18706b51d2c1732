// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/reductions/statistics.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/sparse/products.hpp"

namespace relatile {

namespace detail {
/// ShapeMismatch unless the vector that a user's function makes has this length.
inline void require_length_of_product(const char* function, std::int64_t of, std::int64_t length,
                                      std::int64_t expected) {
  if (length == expected) return;
  throw ShapeMismatch("relatile: LinearOperator: " + std::string(function) + " makes " +
                      std::to_string(length) + " elements of " + std::to_string(of) +
                      "; it should make " + std::to_string(expected));
}
}  // namespace detail

namespace detail {
/// How gradients pass to what an operator is made of.
template <class T>
struct OperatorRule {
  std::vector<tra::NodePtr> of;  ///< arrays that it holds; none: of functions that nobody knows
  /// What y = a v, whose cotangent is u, adds to those of the arrays: u v^H at their places.
  std::function<std::vector<tra::NodePtr>(const Array<T, 1>& u, const Array<T, 1>& v)> outer{};
};
}  // namespace detail

/// What multiplies vectors: a matrix, dense or sparse, or functions that compute its products:
/// scipy.sparse.linalg.LinearOperator. Dense and sparse arrays, a vector, which stands for the
/// diagonal matrix of it, and a function from a vector to a vector convert to it.
///
///   shapes  matvec (n) -> (m), rmatvec, by the conjugate transpose, (m) -> (n), matmat (n,k) ->
///           (m,k), rmatmat (m,k) -> (n,k)
template <class T>
class LinearOperator {
 public:
  using value_type = T;  ///< of vectors that it multiplies
  using Vector = Array<T, 1>;
  using Matrix = Array<T, 2>;

  /// None: `if (op)` says whether there is one.
  LinearOperator() = default;

  /// A matrix, or a vector that is the diagonal of one.
  template <ArrayExpression A>
  LinearOperator(const A& a) {  // NOLINT: a matrix is an operator
    static_assert(rank_of<A> == 1 || rank_of<A> == 2,
                  "relatile: LinearOperator: of a matrix, or of the vector on its diagonal");
    if constexpr (rank_of<A> == 2) {
      const Matrix m = astype<T>(a);
      set_shape(m.shape()[0], m.shape()[1]);
      vector_ = [m](const Vector& x) -> Vector { return relatile::matmul(m, x); };
      matrix_ = [m](const Matrix& x) -> Matrix { return relatile::matmul(m, x); };
      adjoint_vector_ = [m](const Vector& x) { return adjoint_times<1>(m, x); };
      adjoint_matrix_ = [m](const Matrix& x) { return adjoint_times<2>(m, x); };
      rule_ = {{m.node()}, [](const Vector& u, const Vector& v) -> std::vector<tra::NodePtr> {
                 return {as_array(expand_dims(u, 1) * expand_dims(conjugated(v), 0)).node()};
               }};
    } else {
      const Vector d = astype<T>(a);
      set_shape(d.shape()[0], d.shape()[0]);
      vector_ = [d](const Vector& x) -> Vector { return d * x; };
      matrix_ = [d](const Matrix& x) -> Matrix { return expand_dims(d, 1) * x; };
      adjoint_vector_ = [d](const Vector& x) -> Vector { return conjugated(d) * x; };
      adjoint_matrix_ = [d](const Matrix& x) -> Matrix {
        return expand_dims(conjugated(d), 1) * x;
      };
      rule_ = {{d.node()}, [](const Vector& u, const Vector& v) -> std::vector<tra::NodePtr> {
                 return {as_array(u * conjugated(v)).node()};
               }};
    }
  }

  /// A sparse matrix.
  template <class S>
  LinearOperator(const SparseArray<S, 2>& a) {  // NOLINT: a matrix is an operator
    const SparseArray<T, 2> s = astype<T>(a);
    set_shape(s.shape()[0], s.shape()[1]);
    vector_ = [s](const Vector& x) -> Vector { return relatile::matmul(s, x); };
    matrix_ = [s](const Matrix& x) -> Matrix { return relatile::matmul(s, x); };
    adjoint_vector_ = [s](const Vector& x) -> Vector {
      return conjugated(relatile::matmul(conjugated(x), s));
    };
    adjoint_matrix_ = [s](const Matrix& x) -> Matrix {
      return relatile::transpose(
          conjugated(relatile::matmul(conjugated(relatile::transpose(x)), s)));
    };
    set_rule_of(s);
  }

  /// A function from a vector to a vector, linear, and the same on all ranks, that computes what it
  /// is asked for or, better, gives an expression. It takes vectors of any length: its shape is
  /// that of what it is used with.
  template <class F>
    requires(!ArrayExpression<F> && !detail::SparseLike<F> &&
             !std::is_same_v<std::remove_cvref_t<F>, LinearOperator> &&
             std::is_invocable_v<const F&, const Vector&>)
  LinearOperator(F f) {  // NOLINT: a linear function is an operator
    set_functions(std::move(f));
  }

  /// An operator of m rows and n columns by its product with a vector, and, where it is needed (as
  /// by lsqr and svds), that of its conjugate transpose.
  template <class F>
  LinearOperator(const Extent (&shape)[2], F matvec) {
    const Extents extents = detail::require_shape<2>("LinearOperator", detail::to_extents(shape));
    set_shape(extents[0], extents[1]);
    set_functions(std::move(matvec));
  }
  template <class F, class G>
  LinearOperator(const Extent (&shape)[2], F matvec, G rmatvec)
      : LinearOperator(shape, std::move(matvec)) {
    adjoint_vector_ = checked("rmatvec", std::move(rmatvec), columns_);
    adjoint_matrix_ = by_columns(adjoint_vector_);
  }

  explicit operator bool() const { return static_cast<bool>(vector_); }
  /// Whether it was told a shape; functions have that of what they are used with.
  bool has_shape() const { return rows_ >= 0; }
  /// The numbers of rows and columns; -1 if it was told none.
  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  /// Whether it can multiply by its conjugate transpose.
  bool has_adjoint() const { return static_cast<bool>(adjoint_vector_); }

  /// How gradients pass to the matrix, for the library's own methods.
  const detail::OperatorRule<T>& rule() const { return rule_; }
  void set_rule(detail::OperatorRule<T> rule) { rule_ = std::move(rule); }

  Vector matvec(const Vector& x) const { return vector_(x); }
  Vector rmatvec(const Vector& x) const { return adjoint_vector_(x); }
  Matrix matmat(const Matrix& x) const { return matrix_(x); }
  Matrix rmatmat(const Matrix& x) const { return adjoint_matrix_(x); }

 private:
  template <class X>
  static auto conjugated(const X& x) {
    if constexpr (is_complex_v<T>) {
      return as_array(conj(x));
    } else {
      return as_array(x);
    }
  }
  /// The conjugate transpose of m, times x.
  template <int N>
  static Array<T, N> adjoint_times(const Matrix& m, const Array<T, N>& x) {
    return relatile::matmul(relatile::transpose(conjugated(m)), x);
  }
  static std::function<Matrix(const Matrix&)> by_columns(std::function<Vector(const Vector&)> f) {
    return [f](const Matrix& x) -> Matrix {
      std::vector<Vector> columns;
      for (std::int64_t j = 0; j < x.shape(1); ++j) columns.push_back(f(x(all_of_axis, j)));
      return stack(columns, 1);
    };
  }
  /// f, whose vectors have to be so long, if that is known.
  template <class F>
  static std::function<Vector(const Vector&)> checked(const char* name, F f, std::int64_t length) {
    return [name, f, length](const Vector& x) -> Vector {
      const Vector y = astype<T>(f(x));
      if (length >= 0) detail::require_length_of_product(name, x.size(), y.size(), length);
      return y;
    };
  }
  template <class F>
  void set_functions(F f) {
    vector_ = checked("matvec", std::move(f), rows_);
    matrix_ = by_columns(vector_);
  }
  /// At every entry what its row has of u and its column of v.
  void set_rule_of(const SparseArray<T, 2>& s) {
    rule_ = {
        {s.values().node()},
        [pattern = s.pattern()](const Vector& u, const Vector& v) -> std::vector<tra::NodePtr> {
          const Vector of_rows(detail::taken_at(pattern, expand_dims(u, 1).node()));
          const Vector of_columns(detail::taken_at(pattern, expand_dims(conjugated(v), 0).node()));
          return {as_array(of_rows * of_columns).node()};
        }};
  }
  void set_shape(std::int64_t rows, std::int64_t columns) {
    rows_ = rows;
    columns_ = columns;
  }

  std::int64_t rows_ = -1;
  std::int64_t columns_ = -1;
  std::function<Vector(const Vector&)> vector_;
  std::function<Matrix(const Matrix&)> matrix_;
  std::function<Vector(const Vector&)> adjoint_vector_;
  std::function<Matrix(const Matrix&)> adjoint_matrix_;
  detail::OperatorRule<T> rule_;
};

namespace detail {

template <class A, class B>
struct SolutionOf {
  using type = mean_type<element_of<B>>;
};
template <class A, class B>
  requires requires { typename A::value_type; }
struct SolutionOf<A, B> {
  using type = mean_type<promote_t<typename A::value_type, element_of<B>>>;
};
/// The elements of x where a x = b: those of both promoted, floating-point numbers.
template <class A, class B>
using solution_t = typename SolutionOf<std::remove_cvref_t<A>, B>::type;

}  // namespace detail

}  // namespace relatile
