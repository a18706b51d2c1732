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
#include "relatile/array/reduction_options.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/reductions.hpp"

// sum, prod, min, max, mean, any, all, argmin, argmax: over all axes, sum(x); over some, sum(x, 0),
// sum(x, axis(0, 2)); and what else reduction_options.hpp has: keepdims, only(mask),
// initial(value), dtype<T>.

namespace relatile {

namespace detail {

template <int N>
Axes<N> all_axes() {
  return axes_of<N>(NoOption{});
}

/// The node of a reduction; where there must be something to reduce, it checks that.
tra::NodePtr reduce_node(const tra::NodePtr& x, std::vector<int> axes, bool keep, bool of_something,
                         Reduction reduction);
/// Floating-point or complex numbers divided by a real one.
template <class T>
tra::NodePtr divided_node(const tra::NodePtr& x, double divisor);

template <class Op>
inline constexpr bool chooses =
    detail::is_one_of<Op, kernel::Min, kernel::Max, kernel::NanMin, kernel::NanMax>;

/// Reduces `x`, whose elements already have the type of the result.
template <class Op, bool Keep, ArrayExpression E, int K>
auto reduce(const E& x, const Axes<K>& axes, bool of_something = chooses<Op>) {
  using T = element_of<E>;
  constexpr int result_rank = Keep ? rank_of<E> : rank_of<E> - K;
  return Array<T, result_rank>(reduce_node(to_node(x), {axes.values.begin(), axes.values.end()},
                                           Keep, of_something, kernel::make_reduction<Op, T>()));
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

/// The elements that count, and of the others what changes nothing.
template <class Op, ArrayExpression E, class T>
auto counted(const E& x, const T& told) {
  if constexpr (T::has_mask) {
    const auto values = as_array(x);
    return as_array(where(mask_for<rank_of<E>>(told.mask, values.shape()), values,
                          Op::template identity<element_of<E>>()));
  } else {
    return as_array(x);
  }
}

/// The result, and the number that it begins with.
template <class Op, class T, int N, class V>
Array<T, N> begun_with(const Array<T, N>& result, const Initial<V>& start) {
  const T value = convert_element<T>(start.value);
  if constexpr (std::is_same_v<Op, kernel::Sum>) {
    return result + value;
  } else if constexpr (std::is_same_v<Op, kernel::Prod>) {
    return result * value;
  } else if constexpr (std::is_same_v<Op, kernel::Min>) {
    return minimum(result, value);
  } else if constexpr (std::is_same_v<Op, kernel::Max>) {
    return maximum(result, value);
  } else if constexpr (std::is_same_v<Op, kernel::NanMin>) {
    return fmin(result, value);
  } else {
    return fmax(result, value);
  }
}

/// A reduction of elements that already have the type of the result.
template <class Op, bool Keep, ArrayExpression E, int K, class T>
auto reduce_told(const E& x, const Axes<K>& axes, const T& told) {
  const auto result =
      detail::reduce<Op, Keep>(counted<Op>(x, told), axes, chooses<Op> && !T::has_start);
  if constexpr (T::has_start) {
    return begun_with<Op>(result, told.start);
  } else {
    return result;
  }
}

}  // namespace detail

/// How reductions are called. `Function::reduce<Keep>(x, axes, told)` does it; arguments in braces
/// are a `Braces`.
template <class Function, class Braces = detail::NoOption>
struct ReducesAxes {
  /// Over all axes, which gives an array without dimensions, whose number is `item()`, or over
  /// those that the first argument names: one, counted from the end if negative, or axis(0, 2). In
  /// any order keepdims, only(mask), initial(value), dtype<T> and, of variances, {.ddof = 1}.
  template <ArrayExpression E, class A = Braces, class B = Braces, class C = Braces,
            class D = Braces, class F = Braces>
  auto operator()(const E& x, const A& a = {}, const B& b = {}, const C& c = {}, const D& d = {},
                  const F& f = {}, SourceLine line = SourceLine::current()) const {
    constexpr bool places = detail::is_places<A> || detail::is_places<B> || detail::is_places<C> ||
                            detail::is_places<D>;
    constexpr bool known =
        places || ((detail::names_axes<A> || detail::is_option<A>)&&detail::is_option<B> &&
                   detail::is_option<C> && detail::is_option<D> && detail::is_option<F>);
    static_assert(!places,
                  "relatile: NumPy's where=mask is only(mask) here: sum(x, only(mask)); "
                  "where(mask) is nonzero(mask)");
    static_assert(known,
                  "relatile: a reduction (see above) takes axes, which are whole numbers: sum(x, "
                  "0), sum(x, axis(0, 2)), and after them keepdims, only(mask), initial(value), "
                  "dtype<T>; the greater or lesser of two, element by element, is rt::maximum(x, "
                  "y) or rt::minimum(x, y)");
    if constexpr (places || !known) {
      return as_array(x);
    } else {
      constexpr bool keep = detail::is_one_of<KeepDims, A, B, C, D, F>;
      return reduced<keep>(x, detail::axes_of<rank_of<E>>(a),
                           detail::Told<>{} << a << b << c << d << f, line);
    }
  }

  /// Of a sparse array, as sparse/reductions/reductions.hpp has it.
  template <detail::SparseLike X, class A = Braces, class B = Braces, class C = Braces>
  auto operator()(const X& x, const A& a = {}, const B& b = {}, const C& c = {},
                  SourceLine line = SourceLine::current()) const {
    const AskedFrom scope(line);
    return sparse_reduction(Function{}, x, a, b, c);  // found through the operand
  }

  // What is no array, and what names no axes, is taken to say so.
  template <class X, class... More>
    requires(!ArrayExpression<X> && !detail::SparseLike<X>)
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
  template <class X, std::size_t Several, class... More>
    requires(Several > 1 && (ArrayExpression<X> || detail::SparseLike<X>))
  detail::NoMember operator()(const X&, const int (&)[Several], const More&...) const {
    static_assert(Several == 1,
                  "relatile: a reduction takes several axes as axis(0, 2), and options after them, "
                  "without braces: sum(x, 0, keepdims)");
    return {};
  }
  template <class X, class... More>
    requires(ArrayExpression<X> || detail::SparseLike<X>)
  detail::NoMember operator()(const X&, const detail::NamedOptions&, const More&...) const {
    static_assert(sizeof(X) == 0,
                  "relatile: a reduction takes its axis as a number, and options after it: sum(x, "
                  "0, keepdims), std(x, 0, {.ddof = 1}); sum(x, {.axis = 0}) is not known");
    return {};
  }

 private:
  template <bool Keep, ArrayExpression E, int K, class Told>
  static auto reduced(const E& x, const Axes<K>& axes, const Told& told, const SourceLine& line) {
    using T = element_of<E>;
    constexpr bool numbers = is_scalar_type_v<T>;
    constexpr bool ordered = !Function::of_ordered || !is_complex_v<T>;
    constexpr bool has_axes = K <= rank_of<E>;
    constexpr detail::Takes takes = Function::takes;
    constexpr bool has_options = (takes.mask || !Told::has_mask) &&
                                 (takes.start || !Told::has_start) &&
                                 (takes.type || !Told::has_type);
    static_assert(numbers,
                  "relatile: a reduction (see above) takes numbers, not structs; of these, "
                  "aggregate a relation by a kernel of your own");
    static_assert(ordered,
                  "relatile: min and max: complex numbers have no order here; take real(x), "
                  "imag(x) or abs(x)");
    static_assert(has_axes, "relatile: more axes to reduce over than the array has");
    constexpr bool begins =
        !(Function::of_ordered && takes.mask && Told::has_mask) || Told::has_start;
    static_assert(begins,
                  "relatile: min and max of only(mask) need initial(value), as in NumPy: what they "
                  "are where nothing counts");
    static_assert(has_options,
                  "relatile: this reduction (see above) has no such option, as in NumPy: "
                  "only(mask) and dtype<T> are of sums, means and variances, only(mask) of any and "
                  "all, initial(value) of sums, products, min and max");
    if constexpr (numbers && ordered && has_axes && has_options && begins) {
      const AskedFrom scope(line);
      return Function::template reduce<Keep>(x, axes, told);
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
  static constexpr detail::Takes takes{true, !detail::is_one_of<Op, kernel::Any, kernel::All>,
                                       detail::is_one_of<Op, kernel::Sum, kernel::Prod>, false};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told = detail::Told<>>
  static auto reduce(const E& x, const Axes<K>& axes, const Told& told = {}) {
    if constexpr (Told::has_type) {
      using T = typename Told::template type_or<void>;
      return detail::reduce_told<Op, Keep>(astype<T>(x), axes, told);
    } else {
      return detail::reduce_told<Op, Keep>(Prepare::prepare(x), axes, told);
    }
  }
};

/// numpy.sum: bool and small integers are summed as 64-bit ones, unless dtype<T> says otherwise; an
/// empty sum is 0.
inline constexpr ReductionFunction<kernel::Sum, detail::Widened> sum{};
/// numpy.prod; an empty product is 1.
inline constexpr ReductionFunction<kernel::Prod, detail::Widened> prod{};
/// numpy.min: NaN propagates; of no elements: ShapeMismatch, unless there is an initial(value).
inline constexpr ReductionFunction<kernel::Min, detail::Unchanged> min{};
/// numpy.max: NaN propagates; of no elements: ShapeMismatch, unless there is an initial(value).
inline constexpr ReductionFunction<kernel::Max, detail::Unchanged> max{};
/// numpy.any: whether some element is not zero (NaN is not).
inline constexpr ReductionFunction<kernel::Any, detail::AsBool> any{};
/// numpy.all: whether no element is zero.
inline constexpr ReductionFunction<kernel::All, detail::AsBool> all{};

namespace detail {

/// What means are computed in: integers and bool become double.
template <class T>
using mean_type = std::conditional_t<std::is_integral_v<T>, double, canonical_t<T>>;

/// How many elements of a mask are true along the axes, as numbers that divide.
template <bool Keep, int N, int K>
auto true_along(const Array<bool, N>& mask, const Axes<K>& axes) {
  return detail::reduce<kernel::Sum, Keep>(astype<double>(mask), axes);
}

/// The mean of those elements where the mask is true, as M.
template <class M, bool Keep, class T, int N, int K>
auto masked_mean(const Array<T, N>& x, const Array<bool, N>& mask, const Axes<K>& axes) {
  const auto total = detail::reduce<kernel::Sum, Keep>(where(mask, astype<M>(x), M(0)), axes);
  return as_array(astype<M>(as_array(total / true_along<Keep>(mask, axes))));
}

}  // namespace detail

/// The type of `mean`: a sum and a division.
struct MeanFunction : ReducesAxes<MeanFunction> {
  static constexpr bool of_ordered = false;  ///< complex numbers have means
  static constexpr detail::Takes takes{true, false, true, false};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told = detail::Told<>>
  static auto reduce(const E& x, const Axes<K>& axes, const Told& told = {}) {
    using M = typename Told::template type_or<detail::mean_type<element_of<E>>>;
    const auto array = as_array(x);
    if constexpr (Told::has_mask) {
      const auto mask = detail::mask_for<rank_of<E>>(told.mask, array.shape());
      return detail::masked_mean<M, Keep>(array, mask, axes);
    } else {
      const auto total = detail::reduce<kernel::Sum, Keep>(astype<M>(array), axes);
      const double size = static_cast<double>(total.size());
      const double count =
          size == 0 ? 1.0 : static_cast<double>(array.size()) / std::max(1.0, size);
      if constexpr (std::is_integral_v<M>) {
        return as_array(astype<M>(as_array(total / count)));
      } else {
        return Array<M, rank_of<decltype(total)>>(detail::divided_node<M>(total.node(), count));
      }
    }
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
      return arg_reduce_node(x.node(), axes, known_pairing<canonical_t<T>>(), std::move(best),
                             kernel::detail::best_of_lines<Op, canonical_t<T>>);
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
  /// The same, with the axis left at extent one.
  template <ArrayExpression E>
  auto operator()(const E& x, int one, KeepDims, SourceLine line = SourceLine::current()) const {
    return expand_dims((*this)(x, one, line), detail::normal_axis(Op::name, one, rank_of<E>), line);
  }
  /// The position among all elements, with all axes left at extent one.
  template <ArrayExpression E>
  auto operator()(const E& x, KeepDims, SourceLine line = SourceLine::current()) const {
    return broadcast_to<rank_of<E>>((*this)(x, line), Extents::filled(rank_of<E>, 1), line);
  }
  /// Of a sparse array, as sparse/reductions/arg_reduce.hpp has it.
  template <detail::SparseLike X, class... More>
  auto operator()(const X& x, const More&... more) const {
    return sparse_arg_reduction(ArgFunction<Op>{}, x, more...);  // found through the operand
  }
  template <ArrayExpression E, class Wrong, class... More>
    requires(!detail::is_whole_number<Wrong> && !detail::is_one_of<Wrong, KeepDims, SourceLine>)
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
