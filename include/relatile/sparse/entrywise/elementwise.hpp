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

/// What to write in place of a function that is not 0 of nothing.
template <class F>
constexpr std::string_view instead_of() {
  if constexpr (std::is_same_v<F, function::Divide>) {
    return "what is divided by has to be there: s / to_dense(t), or, of places where both have "
           "entries, s * t.with_values(1.0 / t.values())";
  } else if constexpr (is_one_of<F, function::Equal, function::LessEqual, function::GreaterEqual,
                                 function::LogicalNot>) {
    return "its opposite is sparse where that is false of 0, as s != t is; or make it dense first, "
           "to_dense(s)";
  } else {
    return "make it dense first, to_dense(s), or take the entries alone: "
           "s.with_values(f(s.values()))";
  }
}

template <class F>
void require_sparse_result(bool is_sparse) {
  if (is_sparse) return;
  throw Error("relatile: " + std::string(F::name) +
              " is not 0 where a sparse matrix has nothing: " + std::string(instead_of<F>()));
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
    require_sparse_result<F>(at_nothing == decltype(at_nothing)(0));
  } else if constexpr (std::is_same_v<F, function::Divide>) {
    require_sparse_result<F>(SparseLike<std::tuple_element_t<0, std::tuple<X...>>>);
  }
  return of_stored(s, [&](const SparseArray<T, 2>& stored) {
    const auto element = [&](const auto& x) {
      if constexpr (SparseLike<decltype(x)>) {
        return stored.values();
      } else {
        return x;
      }
    };
    return stored.with_values(as_array(make_elementwise(F{}, element(operands)...)));
  });
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

/// The shape of a dense operand as a matrix: what is broadcast is not stored so.
inline Extents as_rows_and_columns(const Extents& dense) {
  Extents shape{1, 1};
  for (int d = 0; d < dense.rank(); ++d) shape[2 - dense.rank() + d] = dense[d];
  return shape;
}

/// The elements of an operand at the entries of a pattern: of a matrix 0 where it has none, of what
/// is dense those that are there once it is broadcast, of a number itself.
template <class X>
auto elements_at(const SparsePattern& pattern, const X& x) {
  if constexpr (SparseLike<X>) {
    using T = typename std::remove_cvref_t<X>::value_type;
    return Array<T, 1>(values_at(pattern, nodes_as<T>(x), bytes_of_number(T(0))));
  } else if constexpr (ArrayExpression<X>) {
    const auto whole = reshape<2>(x, as_rows_and_columns(shape_of(x)));
    return Array<element_of<X>, 1>(taken_at(pattern, whole.node()));
  } else {
    return x;
  }
}

/// A function of several operands at the entries of a pattern.
template <class F, class... X>
auto at_entries(F, const SparsePattern& pattern, const X&... operands) {
  const auto values = as_array(make_elementwise(F{}, elements_at(pattern, operands)...));
  return SparseArray<element_of<decltype(values)>, 2>(pattern, values);
}

/// A function of two matrices.
template <class F, class A, class B>
auto of_two(F f, const SparseArray<A, 2>& a, const SparseArray<B, 2>& b) {
  require_same_sparse_shape(F::name, a.shape(), b.shape());
  const auto at_nothing = function::evaluate<F>(A(0), B(0));
  require_sparse_result<F>(at_nothing == decltype(at_nothing)(0));
  const auto by_rows = [&](const SparseArray<A, 2>& x, const SparseArray<B, 2>& y) {
    return at_entries(f, pattern_together(x.pattern(), y.pattern(), vanishes_with_either<F>), x, y);
  };
  const SparseArray<A, 2>* const of_a = a.held_by_columns();
  const SparseArray<B, 2>* const of_b = b.held_by_columns();
  return of_a != nullptr && of_b != nullptr ? by_columns(by_rows(*of_a, *of_b)) : by_rows(a, b);
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
    const auto scaled = [&](const SparseArray<T, 2>& stored, const auto& by) {
      return stored.with_values(apply(stored.values(), elements_at(stored.pattern(), by)));
    };
    if (const SparseArray<T, 2>* const of = s.held_by_columns()) {
      const auto whole = reshape<2>(dense, as_rows_and_columns(shape_of(dense)));
      return by_columns(scaled(*of, as_array(transpose(whole))));
    }
    return scaled(s, dense);
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

/// Throws unless an operand can stand beside a matrix of shape `s`: an Error for a number other
/// than 0, which would be chosen where there is nothing.
template <class X>
void require_choice(const Extents& s, bool is_chosen, const X& x) {
  if constexpr (SparseLike<X>) {
    require_same_sparse_shape("where", s, x.shape());
  } else if constexpr (ArrayExpression<X>) {
    require_broadcasts("where", s, shape_of(x));
  } else {
    require_sparse_result<function::Where>(!is_chosen || x == X(0));
  }
}

/// where(c, a, b) of some matrices. What is chosen where no matrix has anything, b, or, if c is
/// dense, a or b, is a matrix or 0, and then there are entries where what may be chosen has some;
/// or it is dense, as the result then is.
template <class C, class A, class B>
auto chosen_entries(const C& c, const A& a, const B& b) {
  constexpr bool by_matrix = SparseLike<C>;
  const Extents shape = first_sparse(c, a, b).shape();
  require_choice(shape, false, c);
  require_choice(shape, !by_matrix, a);
  require_choice(shape, true, b);
  const auto or_dense = [](const auto& x) {
    if constexpr (SparseLike<decltype(x)>) {
      return to_dense(x);
    } else {
      return x;
    }
  };
  if constexpr (ArrayExpression<B> || (!by_matrix && ArrayExpression<A>)) {
    return as_array(make_elementwise(function::Where{}, or_dense(c), or_dense(a), or_dense(b)));
  } else {
    const SparsePattern of_a = [&] {
      if constexpr (by_matrix && SparseLike<A>) {
        return pattern_together(c.pattern(), a.pattern(), true);
      } else {
        return first_sparse(a, c, b).pattern();
      }
    }();
    if constexpr (SparseLike<B> && (by_matrix || SparseLike<A>)) {
      return at_entries(function::Where{}, pattern_together(of_a, b.pattern(), false), c, a, b);
    } else {
      return at_entries(function::Where{}, of_a, c, a, b);
    }
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
/// entry, as in scipy); other functions of both are dense. where(c, s, t) is sparse unless what may
/// be chosen where there is nothing is dense. Collective for two matrices, since where they have
/// entries together is computed at once.
///
///   errors  Error for a function that is not 0 of nothing: exp(s), s + 1, s / t of two matrices,
///           where(c, s, 1.0); ShapeMismatch for matrices of different shapes
template <class F, class... X>
  requires((detail::SparseLike<X> || ...) && !(detail::SparseTensor<X> || ...))
auto make_elementwise(F f, const X&... operands) {
  constexpr int sparse = (0 + ... + (detail::SparseLike<X> ? 1 : 0));
  constexpr bool numbers =
      ((detail::SparseLike<X> || is_scalar_type_v<std::remove_cvref_t<X>>)&&...);
  constexpr bool chooses = std::is_same_v<F, function::Where>;
  constexpr bool known = ((detail::SparseLike<X> || ArrayExpression<X> ||
                           is_scalar_type_v<std::remove_cvref_t<X>>)&&...);
  static_assert(known,
                "relatile: an operand beside a sparse array is neither an array nor a number; make "
                "an array of it: from_eigen(m) of an Eigen matrix, array(v) of a std::vector");
  static_assert(!known || sizeof...(X) <= 2 || chooses || (numbers && sparse == 1),
                "relatile: functions of three operands but where take one sparse matrix, beside "
                "numbers");
  if constexpr (!known) {
    return detail::NoMember();
  } else if constexpr (sparse == 1 && numbers) {
    return detail::of_entries(f, detail::first_sparse(operands...), operands...);
  } else if constexpr (sizeof...(X) == 2 && sparse == 2) {
    return detail::of_two(f, operands...);
  } else if constexpr (chooses) {
    return detail::chosen_entries(operands...);
  } else {
    return detail::beside_dense(f, operands...);
  }
}

}  // namespace relatile
