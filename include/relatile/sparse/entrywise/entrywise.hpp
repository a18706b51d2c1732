// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include "relatile/sparse/entrywise/elementwise.hpp"
#include "relatile/sparse/semirings.hpp"

// Two matrices element by element, over a semiring: where there is no entry is the identity of its
// reduction, and not 0. Collective, since where the result has entries is computed at once.

namespace relatile {

namespace detail {

/// Elements at the entries of a pattern combined as a semiring does. Of sums of integers the
/// identity of the reduction is an infinity, which would wrap.
template <class S, class X, class Y>
auto combined_at(const SparsePattern& pattern, const X& x, const Y& y) {
  using einsum_detail::combination_t;
  const auto a = as_array(elements_at(pattern, x));
  const auto b = as_array(elements_at(pattern, y));
  using T =
      einsum_detail::combined_t<S, promote_t<element_of<decltype(a)>, element_of<decltype(b)>>>;
  if constexpr (std::is_integral_v<T> && std::is_same_v<combination_t<S>, function::Add>) {
    const T infinity = einsum_detail::reduction_t<S>::template identity<T>();
    const auto is_infinite = astype<T>(a) == infinity || astype<T>(b) == infinity;
    return SparseArray<T, 2>(pattern,
                             as_array(where(is_infinite, infinity, astype<T>(a) + astype<T>(b))));
  } else {
    return at_entries(combination_t<S>{}, pattern, x, y);
  }
}

/// A reduction as a function of two elements.
template <class Reduce>
struct FunctionOf {};
template <>
struct FunctionOf<kernel::Sum> {
  using type = function::Add;
};
template <>
struct FunctionOf<kernel::Min> {
  using type = function::Minimum;
};
template <>
struct FunctionOf<kernel::Max> {
  using type = function::Maximum;
};
template <>
struct FunctionOf<kernel::Any> {
  using type = function::LogicalOr;
};

template <class S>
constexpr bool has_function_of_two() {
  constexpr bool known =
      is_one_of<einsum_detail::reduction_t<S>, kernel::Sum, kernel::Min, kernel::Max, kernel::Any>;
  static_assert(known,
                "relatile: ewise_add takes semirings that reduce by a sum, the least, the "
                "greatest or any element");
  return known;
}

}  // namespace detail

/// Where both matrices have entries their reduction over a semiring, elsewhere the entry that one
/// of them has: GraphBLAS's eWiseAdd. ewise_add<MinPlus>(s, t) has the shorter of two edges, while
/// minimum(s, t) takes what is not there as 0. Collective.
///
///   shapes  (m,n) (m,n) -> (m,n)
///   errors  ShapeMismatch for matrices of different shapes
template <class Semiring, class TA, class TB>
auto ewise_add(const SparseArray<TA, 2>& a, const SparseArray<TB, 2>& b,
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = canonical_t<detail::sparse_combined_t<Semiring, TA, TB>>;
  detail::require_same_sparse_shape("ewise_add", a.shape(), b.shape());
  if constexpr (detail::has_function_of_two<Semiring>()) {
    using Reduce = einsum_detail::reduction_t<Semiring>;
    using Function = typename detail::FunctionOf<Reduce>::type;
    const std::string nothing = detail::bytes_of_number(T(Reduce::template identity<T>()));
    const detail::SparsePattern pattern = detail::pattern_together(a.pattern(), b.pattern(), false);
    const auto at = [&](const auto& s) {
      return Array<T, 1>(detail::values_at(pattern, detail::nodes_as<T>(s), nothing));
    };
    return SparseArray<T, 2>(pattern, Array<T, 1>(make_elementwise(Function{}, at(a), at(b))));
  } else {
    return SparseArray<T, 2>();
  }
}

/// Where both matrices have entries their combination over a semiring, and nothing elsewhere:
/// GraphBLAS's eWiseMult. Collective.
///
///   shapes  (m,n) (m,n) -> (m,n)
///   errors  ShapeMismatch for matrices of different shapes
template <class Semiring, class TA, class TB>
auto ewise_mult(const SparseArray<TA, 2>& a, const SparseArray<TB, 2>& b,
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_same_sparse_shape("ewise_mult", a.shape(), b.shape());
  return detail::combined_at<Semiring>(detail::pattern_together(a.pattern(), b.pattern(), true), a,
                                       b);
}

}  // namespace relatile
