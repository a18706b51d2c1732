// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/sparse/sparse_array.hpp"

// Functions element by element of sparse matrices: what operators and function objects find for
// them. A function of nothing that is 0 has a sparse result: with entries where some operand has
// one, or, if any operand that is 0 makes it 0, where all have. What this is follows from the
// function's value at 0, which is computed.

namespace relatile {

namespace detail {

/// Functions that are 0 wherever one of their operands is.
template <class F>
inline constexpr bool vanishes_with_either =
    is_one_of<F, function::Multiply, function::LogicalAnd, function::BitwiseAnd>;

/// Functions whose value of nothing and a number is not looked at, as in scipy: s * inf and s / 0.0
/// are of entries alone.
template <class F>
inline constexpr bool scales_entries =
    vanishes_with_either<F> || std::is_same_v<F, function::Divide>;

/// A number beside sparse matrices stays one, a matrix is 0 of its type.
template <class X>
auto nothing_of(const X& x) {
  if constexpr (SparseLike<X>) {
    return typename std::remove_cvref_t<X>::value_type(0);
  } else {
    return x;
  }
}

inline void require_sparse_result(const char* name, bool is_sparse) {
  if (is_sparse) return;
  throw Error(std::string("relatile: ") + name +
              " is not 0 where a sparse matrix has nothing: make it dense first, to_dense(s), or "
              "take the entries alone: s.with_values(f(s.values()))");
}

inline void require_same_sparse_shape(std::string_view name, const Extents& a, const Extents& b) {
  if (a == b) return;
  throw ShapeMismatch("relatile: " + std::string(name) + ": a sparse matrix of shape " +
                      to_string(a) + " and an operand of shape " + to_string(b) +
                      "; sparse matrices do not broadcast");
}

/// A function of one matrix's entries, and of numbers beside it.
template <class F, class T, class... X>
auto of_entries(F, const SparseArray<T, 2>& s, const X&... operands) {
  if constexpr (!scales_entries<F>) {
    const auto at_nothing = function::evaluate<F>(nothing_of(operands)...);
    require_sparse_result(std::string(F::name).c_str(), at_nothing == decltype(at_nothing)(0));
  } else if constexpr (std::is_same_v<F, function::Divide>) {
    const bool divided = SparseLike<std::tuple_element_t<0, std::tuple<X...>>>;
    require_sparse_result("the quotient of a number by entries", divided);
  }
  const auto element = [&](const auto& x) {
    if constexpr (SparseLike<decltype(x)>) {
      return x.values();
    } else {
      return x;
    }
  };
  return s.with_values(as_array(make_elementwise(F{}, element(operands)...)));
}

/// A function of two matrices.
template <class F, class A, class B>
auto of_two(F, const SparseArray<A, 2>& a, const SparseArray<B, 2>& b) {
  require_same_sparse_shape(F::name, a.shape(), b.shape());
  const auto at_nothing = function::evaluate<F>(A(0), B(0));
  require_sparse_result(std::string(F::name).c_str(), at_nothing == decltype(at_nothing)(0));
  const SparsePattern pattern = pattern_together(a.pattern(), b.pattern(), vanishes_with_either<F>);
  const Array<A, 1> of_a(values_at(pattern, nodes_as<A>(a), bytes_of_number(A(0))));
  const Array<B, 1> of_b(values_at(pattern, nodes_as<B>(b), bytes_of_number(B(0))));
  const auto values = as_array(make_elementwise(F{}, of_a, of_b));
  return SparseArray<element_of<decltype(values)>, 2>(pattern, values);
}

/// Throws ShapeMismatch unless what is dense has the matrix's shape once it is broadcast.
inline void require_broadcasts(std::string_view name, const Extents& s, const Extents& dense) {
  bool fits = dense.rank() <= 2;
  for (int d = 0; fits && d < dense.rank(); ++d) {
    const int axis = 2 - dense.rank() + d;
    fits = dense[d] == 1 || dense[d] == s[axis];
  }
  if (fits) return;
  throw ShapeMismatch("relatile: " + std::string(name) + ": a dense operand of shape " +
                      to_string(dense) + " does not broadcast to the shape " + to_string(s) +
                      " of a sparse matrix");
}

/// A matrix and a dense one that has its shape once it is broadcast: sparse where the function says
/// so for whatever stands beside nothing, else dense.
template <class F, bool SparseFirst, class T, class D>
auto with_dense(F, const SparseArray<T, 2>& s, const D& dense) {
  static_assert(rank_of<D> <= 2, "relatile: a sparse matrix has two dimensions, an operand more");
  require_broadcasts(F::name, s.shape(), shape_of(dense));
  const auto apply = [](const auto& of_sparse, const auto& of_dense) {
    if constexpr (SparseFirst) {
      return as_array(make_elementwise(F{}, of_sparse, of_dense));
    } else {
      return as_array(make_elementwise(F{}, of_dense, of_sparse));
    }
  };
  constexpr bool divided = SparseFirst && std::is_same_v<F, function::Divide>;
  if constexpr (vanishes_with_either<F> || divided) {
    Extents rows_and_columns{1, 1};  // what is broadcast is not stored so
    for (int d = 0; d < rank_of<D>; ++d) {
      rows_and_columns[2 - rank_of<D> + d] = shape_of(dense)[d];
    }
    const auto given = reshape<2>(dense, rows_and_columns);
    const Array<element_of<D>, 1> at(taken_at(s.pattern(), given.node()));
    return s.with_values(apply(s.values(), at));
  } else {
    return apply(to_dense(s), as_array(broadcast_to<2>(dense, s.shape())));
  }
}

template <class X, class... More>
const auto& first_sparse(const X& x, const More&... more) {
  if constexpr (SparseLike<X>) {
    return x;
  } else {
    return first_sparse(more...);
  }
}

template <class F, class A, class B>
auto beside_dense(F f, const A& a, const B& b) {
  if constexpr (SparseLike<A>) {
    return with_dense<F, true>(f, a, b);
  } else {
    return with_dense<F, false>(f, b, a);
  }
}

}  // namespace detail

/// What operators and functions find for sparse matrices: of one, of one and numbers, of two of one
/// shape, of one and a dense array that broadcasts to its shape. Products with what is dense, and
/// quotients of an entry by it, are sparse (0 / 0 and 0 * inf are not looked for where there is no
/// entry, as in scipy); other functions of both are dense. Collective for two matrices, since where
/// they have entries together is computed at once.
///
///   errors  Error for a function that is not 0 of nothing: exp(s), s + 1;
///           ShapeMismatch for matrices of different shapes
template <class F, class... X>
  requires(detail::SparseLike<X> || ...)
auto make_elementwise(F f, const X&... operands) {
  constexpr int sparse = (0 + ... + (detail::SparseLike<X> ? 1 : 0));
  constexpr bool numbers =
      ((detail::SparseLike<X> || is_scalar_type_v<std::remove_cvref_t<X>>)&&...);
  static_assert(sizeof...(X) <= 2 || (numbers && sparse == 1),
                "relatile: functions of three operands take one sparse matrix, beside numbers");
  if constexpr (sparse == 1 && numbers) {
    return detail::of_entries(f, detail::first_sparse(operands...), operands...);
  } else if constexpr (sizeof...(X) == 2 && sparse == 2) {
    return detail::of_two(f, operands...);
  } else {
    return detail::beside_dense(f, operands...);
  }
}

/// The same entries with the other sign.
template <detail::SparseLike S>
auto operator-(const S& s) {
  return s.with_values(as_array(-s.values()));
}

}  // namespace relatile
