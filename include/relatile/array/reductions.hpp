// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/reductions.hpp"

// sum, prod, min, max, mean, any, all, argmin, argmax: over all axes, sum(x); over some, sum(x, 0),
// sum(x, axis(0, 2)); axes stay with extent one with `keepdims` as the last argument.

namespace relatile {

namespace detail {
/// What says an axis: 0.5 and true convert to int, and are a mistake.
template <class X>
inline constexpr bool is_whole_number =
    std::is_convertible_v<X, int> && !std::is_floating_point_v<X> && !std::is_same_v<X, bool>;
}  // namespace detail

/// Axes to reduce over; their number is part of the type, so that the result's rank is known.
template <int K>
struct Axes {
  std::array<int, static_cast<std::size_t>(K)> values{};  ///< negative ones count from the end
};
/// Several axes to reduce over: sum(x, axis(0, 2)) is NumPy's x.sum(axis=(0, 2)). Their order says
/// nothing; an axis that x lacks, or one named twice, is a ShapeMismatch where they are used.
template <class... I>
Axes<static_cast<int>(sizeof...(I))> axis(I... axes) {
  static_assert((detail::is_whole_number<I> && ...),
                "relatile: axis: axes are whole numbers: axis(0, 2)");
  return {{static_cast<int>(axes)...}};
}
/// The type of `keepdims`.
struct KeepDims {};
/// As last argument of a reduction: axes that are reduced stay, with extent one, so that the result
/// broadcasts against x. NumPy's keepdims=True.
inline constexpr KeepDims keepdims{};

namespace detail {

template <int N>
Axes<N> all_axes() {
  Axes<N> axes;
  for (int d = 0; d < N; ++d) nth(axes.values, d) = d;
  return axes;
}

/// The node of a reduction; where there must be something to reduce, it checks that.
tra::NodePtr reduce_node(const tra::NodePtr& x, std::vector<int> axes, bool keep, bool of_something,
                         Reduction reduction);
/// Floating-point or complex numbers divided by a real one.
template <class T>
tra::NodePtr divided_node(const tra::NodePtr& x, double divisor);

/// Reduces `x`, whose elements already have the type of the result.
template <class Op, bool Keep, ArrayExpression E, int K>
auto reduce(const E& x, const Axes<K>& axes) {
  using T = element_of<E>;
  constexpr int result_rank = Keep ? rank_of<E> : rank_of<E> - K;
  constexpr bool chooses = is_one_of<Op, kernel::Min, kernel::Max, kernel::NanMin, kernel::NanMax>;
  return Array<T, result_rank>(reduce_node(to_node(x), {axes.values.begin(), axes.values.end()},
                                           Keep, chooses, kernel::make_reduction<Op, T>()));
}

/// What sums and products of T are computed in: NumPy widens bool and small integers.
template <class T>
using sum_type = std::conditional_t<
    std::is_same_v<T, bool>, std::int64_t,
    std::conditional_t<std::is_integral_v<T>,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>, T>>;

struct Widened {
  template <ArrayExpression E>
  static auto prepare(const E& x) {
    return astype<sum_type<element_of<E>>>(x);
  }
};
struct Unchanged {
  template <ArrayExpression E>
  static auto prepare(const E& x) {
    return as_array(x);
  }
};
struct AsBool {
  template <ArrayExpression E>
  static auto prepare(const E& x) {
    return astype<bool>(x);
  }
};

}  // namespace detail

namespace detail {
template <class X>
inline constexpr bool names_axes =
    is_whole_number<X> || std::is_same_v<X, KeepDims> || std::is_same_v<X, SourceLine>;
template <int K>
inline constexpr bool names_axes<Axes<K>> = true;
}  // namespace detail

/// The ways to name the axes of a reduction. `Function::reduce<Keep>(x, axes)` does it.
template <class Function>
struct ReducesAxes {
  /// Over all axes: an array without dimensions, whose number is `item()`.
  template <ArrayExpression E>
  auto operator()(const E& x, SourceLine line = SourceLine::current()) const {
    return reduced<false>(x, detail::all_axes<rank_of<E>>(), line);
  }
  /// Over all axes, which stay with extent one.
  template <ArrayExpression E>
  auto operator()(const E& x, KeepDims, SourceLine line = SourceLine::current()) const {
    return reduced<true>(x, detail::all_axes<rank_of<E>>(), line);
  }
  /// Over one axis, counted from the end if negative: sum(x, -1).
  template <ArrayExpression E>
  auto operator()(const E& x, int one, SourceLine line = SourceLine::current()) const {
    return reduced<false>(x, axis(one), line);
  }
  /// Over one axis, which stays with extent one.
  template <ArrayExpression E>
  auto operator()(const E& x, int one, KeepDims, SourceLine line = SourceLine::current()) const {
    return reduced<true>(x, axis(one), line);
  }
  /// Over several axes: sum(x, axis(0, 2)).
  template <ArrayExpression E, int K>
  auto operator()(const E& x, const Axes<K>& axes, SourceLine line = SourceLine::current()) const {
    return reduced<false>(x, axes, line);
  }
  /// Over several axes, which stay with extent one.
  template <ArrayExpression E, int K>
  auto operator()(const E& x, const Axes<K>& axes, KeepDims,
                  SourceLine line = SourceLine::current()) const {
    return reduced<true>(x, axes, line);
  }

  // What is no array, and what names no axes, is taken to say so.
  template <class X, class... More>
    requires(!ArrayExpression<X>)
  auto operator()(const X&, const More&...) const {
    static_assert(!detail::EigenLike<X>,
                  "relatile: a reduction (see above) takes an array, not an Eigen matrix; make one "
                  "of it: from_eigen(m)");
    static_assert(!detail::RelationLike<X>,
                  "relatile: a reduction (see above) takes an array, not a relation; make one of "
                  "it, to_array(r), or aggregate the blocks: aggregate(r, by<>, kernel::add)");
    static_assert(detail::EigenLike<X> || detail::RelationLike<X>,
                  "relatile: a reduction (see above) takes an array");
    return 0;
  }
  template <ArrayExpression E, class Wrong, class... More>
    requires(!detail::names_axes<Wrong>)
  auto operator()(const E& x, const Wrong&, const More&...) const {
    static_assert(detail::names_axes<Wrong>,
                  "relatile: a reduction (see above) takes axes, which are whole numbers: sum(x, "
                  "0), sum(x, axis(0, 2)); the greater or lesser of two, element by element, is "
                  "rt::maximum(x, y) or rt::minimum(x, y)");
    return as_array(x);
  }
  template <ArrayExpression E, std::size_t Several, class... More>
    requires(Several > 1)
  auto operator()(const E& x, const int (&)[Several], const More&...) const {
    static_assert(Several == 1, "relatile: a reduction takes several axes as axis(0, 2)");
    return as_array(x);
  }

 private:
  template <bool Keep, ArrayExpression E, int K>
  static auto reduced(const E& x, const Axes<K>& axes, const SourceLine& line) {
    using T = element_of<E>;
    constexpr bool numbers = is_scalar_type_v<T>;
    constexpr bool ordered = !Function::of_ordered || !is_complex_v<T>;
    constexpr bool has_axes = K <= rank_of<E>;
    static_assert(numbers,
                  "relatile: a reduction (see above) takes numbers, not structs; of these, "
                  "aggregate a relation by a kernel of your own");
    static_assert(ordered,
                  "relatile: min and max: complex numbers have no order here; take real(x), "
                  "imag(x) or abs(x)");
    static_assert(has_axes, "relatile: more axes to reduce over than the array has");
    if constexpr (numbers && ordered && has_axes) {
      const AskedFrom scope(line);
      return Function::template reduce<Keep>(x, axes);
    } else {
      return Array < T, Keep || !has_axes ? rank_of<E> : rank_of<E> - K > ();
    }
  }
};

/// A reduction as users call it; one object per function of NumPy.
template <class Op, class Prepare>
struct ReductionFunction : ReducesAxes<ReductionFunction<Op, Prepare>> {
  /// Whether it compares, so that complex numbers are refused.
  static constexpr bool of_ordered =
      std::is_same_v<Op, kernel::Min> || std::is_same_v<Op, kernel::Max>;

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes) {
    return detail::reduce<Op, Keep>(Prepare::prepare(x), axes);
  }
};

/// numpy.sum: bool and small integers are summed as 64-bit ones; an empty sum is 0.
inline constexpr ReductionFunction<kernel::Sum, detail::Widened> sum{};
/// numpy.prod; an empty product is 1.
inline constexpr ReductionFunction<kernel::Prod, detail::Widened> prod{};
/// numpy.min: NaN propagates; of no elements: ShapeMismatch.
inline constexpr ReductionFunction<kernel::Min, detail::Unchanged> min{};
/// numpy.max: NaN propagates; of no elements: ShapeMismatch.
inline constexpr ReductionFunction<kernel::Max, detail::Unchanged> max{};
/// numpy.any: whether some element is not zero (NaN is not).
inline constexpr ReductionFunction<kernel::Any, detail::AsBool> any{};
/// numpy.all: whether no element is zero.
inline constexpr ReductionFunction<kernel::All, detail::AsBool> all{};

/// The type of `mean`: a sum and a division.
struct MeanFunction : ReducesAxes<MeanFunction> {
  static constexpr bool of_ordered = false;  ///< complex numbers have means

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes) {
    using T = element_of<E>;
    using M = std::conditional_t<std::is_integral_v<T>, double, T>;
    const auto total =
        ReductionFunction<kernel::Sum, detail::Widened>::reduce<Keep>(astype<M>(x), axes);
    const double size = static_cast<double>(total.size());
    const double count = static_cast<double>(volume(shape_of(x))) / std::max(1.0, size);
    return Array<M, rank_of<decltype(total)>>(
        detail::divided_node<M>(total.node(), size == 0 ? 1.0 : count));
  }
};
/// numpy.mean: integers and bool give double; the mean of nothing is NaN.
inline constexpr MeanFunction mean{};

namespace detail {

/// The index of the best element along `axes` (one axis, or all of them flattened).
template <class Op, class T, int N>
tra::NodePtr arg_reduce(const Array<T, N>& x, const std::vector<int>& axes) {
  static_assert(!is_complex_v<T>,
                "relatile: argmin and argmax: complex numbers have no order here");
  if constexpr (is_complex_v<T>) {
    return nullptr;  // so that the message above stays the only one
  } else {
    auto best = kernel::make_reduction<Op, kernel::ValueIndex<T>>();
    if constexpr (is_scalar_type_v<T>) {
      return arg_reduce_node(x.node(), axes, known_pairing<canonical_t<T>>(), std::move(best));
    } else {
      return arg_reduce_node(x.node(), axes, pairing_of<T>(), std::move(best));
    }
  }
}

}  // namespace detail

/// The type of `argmin` and `argmax`: the first of equal elements, the first NaN if there is one;
/// of no elements: ShapeMismatch.
template <class Op>
struct ArgFunction {
  /// The position among all elements in row-major order: an array without dimensions.
  template <ArrayExpression E>
  auto operator()(const E& x, SourceLine line = SourceLine::current()) const {
    const AskedFrom scope(line);
    std::vector<int> axes;
    for (int d = 0; d < rank_of<E>; ++d) axes.push_back(d);
    return Array<std::int64_t, 0>(detail::arg_reduce<Op>(as_array(x), axes));
  }
  /// The positions along one axis, which the result lacks; counted from the end if negative.
  template <ArrayExpression E>
  auto operator()(const E& x, int one, SourceLine line = SourceLine::current()) const {
    const AskedFrom scope(line);
    const int normal = detail::normal_axis(Op::name, one, rank_of<E>);
    return Array<std::int64_t, rank_of<E> - 1>(detail::arg_reduce<Op>(as_array(x), {normal}));
  }
  template <ArrayExpression E, class Wrong, class... More>
    requires(!detail::is_whole_number<Wrong> && !std::is_same_v<Wrong, SourceLine>)
  auto operator()(const E& x, const Wrong&, const More&...) const {
    static_assert(detail::is_whole_number<Wrong>,
                  "relatile: argmin and argmax take one axis, which is a whole number: argmax(x, "
                  "0); more axes at a time are not supported");
    return as_array(x);
  }
};
/// numpy.argmin, as std::int64_t: where the least element is, of all or along one axis.
inline constexpr ArgFunction<kernel::ArgMin> argmin{};
/// numpy.argmax, as std::int64_t: where the greatest element is, of all or along one axis.
inline constexpr ArgFunction<kernel::ArgMax> argmax{};

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/reductions.hpp"
#endif
