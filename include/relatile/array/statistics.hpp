// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/reductions.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"

// var, std, average, ptp, count_nonzero and the reductions that leave out NaN: composed of the
// reductions of reductions.hpp, with axes and keepdims as those have them.

namespace relatile {

namespace detail {

/// x(0) along all of these axes, which stay with extent one or go; zeros if there is no such
/// element.
tra::NodePtr first_node(const tra::NodePtr& x, std::vector<int> axes, bool keep);
/// How many elements a reduction over these axes meets.
std::int64_t extent_along(const std::string& name, const Extents& shape, std::vector<int> axes);
/// A weight for every element of an array, from one for each, or one for each along the axis.
tra::NodePtr weights_node(const tra::NodePtr& weights, const Extents& shape, int axis);

/// What means are computed in: integers and bool become double.
template <class T>
using mean_type = std::conditional_t<std::is_integral_v<T>, double, canonical_t<T>>;

/// How far numbers of type M are from those nearby, and the squares of that, as complex numbers:
/// they are summed together.
template <class M>
tra::NodePtr distances_node(const tra::NodePtr& numbers, const tra::NodePtr& nearby);

/// The variance of `count` elements (a number, in the real part) from sums of distances and of
/// their squares. Rounding must not make it negative.
struct VarianceOfSums {
  static constexpr std::string_view name = "variance";
  static constexpr int arity = 3;
  static constexpr function::Domain domain = function::Domain::same;
  static constexpr std::int64_t flops = 5;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  using result = double;
  template <class C>
  static double apply(C sums, C count, C divisor) {
    const double squares = sums.imag() - sums.real() * (sums.real() / count.real());
    return (squares < 0 ? 0.0 : squares) / divisor.real();
  }
};

/// The sums of all distances from the first element and of their squares, and what follows from
/// them: the mean and the variance of real numbers, in one pass.
///
/// That is sound: no element is further from the mean than the variance has room for, so what
/// cancels when the mean's square is subtracted costs at most as many ulps as there are elements
/// (where an outlier happens to be the first), and usually none.
template <bool Keep, ArrayExpression E, int K>
struct DistanceSums {
  using M = mean_type<element_of<E>>;
  using Sum = std::complex<double>;
  static constexpr int rank = Keep ? rank_of<E> : rank_of<E> - K;

  DistanceSums(const E& x, const Axes<K>& axes)
      : numbers(astype<M>(x)),
        list(axes.values.begin(), axes.values.end()),
        count(static_cast<double>(extent_along("var", numbers.shape(), list))) {
    const Array<Sum, rank_of<E>> distances(
        distances_node<M>(numbers.node(), first_node(numbers.node(), list, true)));
    sums = detail::reduce<kernel::Sum, Keep>(distances, axes);
  }
  Array<M, rank> mean() const {
    const Array<M, rank> first(first_node(numbers.node(), list, Keep));
    return first + astype<M>(real(sums) / count);  // 0 / 0 of nothing
  }
  auto variance(double ddof) const {
    return make_elementwise(VarianceOfSums{}, sums, Sum(count, 0),
                            Sum(std::max(count - ddof, 0.0), 0));
  }

  Array<M, rank_of<E>> numbers;
  std::vector<int> list;
  double count;
  Array<Sum, rank> sums;
};

/// Whether an element is left out by functions that ignore NaN; integers never are.
template <ArrayExpression E>
inline constexpr bool has_nan = !std::is_integral_v<element_of<E>>;

}  // namespace detail

/// What of var and std can be chosen.
struct VarianceOptions {
  double ddof = 0;  ///< what is taken from the number of elements before it divides
};

namespace detail {

/// Names axes as ReducesAxes does, with options before or after keepdims: var(x, 0, {.ddof = 1},
/// keepdims).
template <class Function>
struct ReducesWithOptions {
  template <ArrayExpression E>
  auto operator()(const E& x, const VarianceOptions& options = {},
                  SourceLine line = SourceLine::current()) const {
    return reduced<false>(x, all_axes<rank_of<E>>(), options, line);
  }
  template <ArrayExpression E>
  auto operator()(const E& x, KeepDims, const VarianceOptions& options = {},
                  SourceLine line = SourceLine::current()) const {
    return reduced<true>(x, all_axes<rank_of<E>>(), options, line);
  }
  template <ArrayExpression E>
  auto operator()(const E& x, int one, const VarianceOptions& options = {},
                  SourceLine line = SourceLine::current()) const {
    return reduced<false>(x, axis(one), options, line);
  }
  template <ArrayExpression E>
  auto operator()(const E& x, int one, KeepDims, const VarianceOptions& options = {},
                  SourceLine line = SourceLine::current()) const {
    return reduced<true>(x, axis(one), options, line);
  }
  template <ArrayExpression E, int K>
  auto operator()(const E& x, const Axes<K>& axes, const VarianceOptions& options = {},
                  SourceLine line = SourceLine::current()) const {
    return reduced<false>(x, axes, options, line);
  }
  template <ArrayExpression E, int K>
  auto operator()(const E& x, const Axes<K>& axes, KeepDims, const VarianceOptions& options = {},
                  SourceLine line = SourceLine::current()) const {
    return reduced<true>(x, axes, options, line);
  }

  template <ArrayExpression E>
  auto operator()(const E& x, const VarianceOptions& options, KeepDims,
                  SourceLine line = SourceLine::current()) const {
    return reduced<true>(x, all_axes<rank_of<E>>(), options, line);
  }
  template <ArrayExpression E>
  auto operator()(const E& x, int one, const VarianceOptions& options, KeepDims,
                  SourceLine line = SourceLine::current()) const {
    return reduced<true>(x, axis(one), options, line);
  }
  template <ArrayExpression E, int K>
  auto operator()(const E& x, const Axes<K>& axes, const VarianceOptions& options, KeepDims,
                  SourceLine line = SourceLine::current()) const {
    return reduced<true>(x, axes, options, line);
  }

 private:
  template <bool Keep, ArrayExpression E, int K>
  static auto reduced(const E& x, const Axes<K>& axes, const VarianceOptions& options,
                      const SourceLine& line) {
    static_assert(is_scalar_type_v<element_of<E>> && K <= rank_of<E>,
                  "relatile: a variance is of numbers, over at most as many axes as there are");
    const AskedFrom scope(line);
    return Function::template reduce<Keep>(x, axes, options);
  }
};

}  // namespace detail

/// The type of `var` and `std`.
template <bool Root>
struct VarianceFunction : detail::ReducesWithOptions<VarianceFunction<Root>> {
  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes, const VarianceOptions& options) {
    if constexpr (is_complex_v<element_of<E>>) {
      const auto variance =
          VarianceFunction<false>::reduce<Keep>(relatile::real(x), axes, options) +
          VarianceFunction<false>::reduce<Keep>(relatile::imag(x), axes, options);
      return as_array(root_or_same(variance));
    } else {
      const detail::DistanceSums<Keep, E, K> sums(x, axes);
      return as_array(astype<detail::mean_type<element_of<E>>>(
          as_array(root_or_same(sums.variance(options.ddof)))));
    }
  }

 private:
  template <class V>
  static auto root_or_same(const V& variance) {
    if constexpr (Root) {
      return relatile::sqrt(variance);
    } else {
      return variance;
    }
  }
};
/// numpy.var, in one pass over x: var(x, 0), var(x, axis(0, 1), keepdims, {.ddof = 1}). Integers
/// and bool give double, complex numbers a real one; the variance of nothing is NaN.
inline constexpr VarianceFunction<false> var{};
/// numpy.std, the root of var, with the same arguments.
inline constexpr VarianceFunction<true> std{};

/// The type of `moments`.
struct MomentsFunction : detail::ReducesWithOptions<MomentsFunction> {
  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes, const VarianceOptions& options) {
    using M = detail::mean_type<element_of<E>>;
    const detail::DistanceSums<Keep, E, K> sums(x, axes);
    return std::pair(sums.mean(), as_array(astype<M>(sums.variance(options.ddof))));
  }
};
/// mean and var of real numbers, a std::pair, from one pass over x:
/// `const auto [mean, variance] = moments(x, 0);`. The arguments are var's. NumPy has no such
/// function, and goes through x twice.
inline constexpr MomentsFunction moments{};

/// The type of `count_nonzero`.
struct CountNonzeroFunction : ReducesAxes<CountNonzeroFunction> {
  static constexpr bool of_ordered = false;  ///< complex numbers are counted as well

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes) {
    return decltype(sum)::reduce<Keep>(astype<bool>(x), axes);
  }
};
/// numpy.count_nonzero, as std::int64_t; NaN is not zero.
inline constexpr CountNonzeroFunction count_nonzero{};

/// The type of `ptp`.
struct PtpFunction : ReducesAxes<PtpFunction> {
  static constexpr bool of_ordered = true;  ///< complex numbers are refused

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes) {
    const auto array = as_array(x);
    return as_array(decltype(max)::reduce<Keep>(array, axes) -
                    decltype(min)::reduce<Keep>(array, axes));
  }
};
/// numpy.ptp, the greatest element minus the least; of no elements: ShapeMismatch.
inline constexpr PtpFunction ptp{};

/// The type of `nansum` and `nanprod`.
template <class Op>
struct NanSumFunction : ReducesAxes<NanSumFunction<Op>> {
  static constexpr bool of_ordered = false;  ///< complex numbers are added as well

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes) {
    using Plain = ReductionFunction<Op, detail::Widened>;
    if constexpr (detail::has_nan<E>) {
      const element_of<E> nothing(std::is_same_v<Op, kernel::Sum> ? 0 : 1);
      return Plain::template reduce<Keep>(where(isnan(x), nothing, x), axes);
    } else {
      return Plain::template reduce<Keep>(x, axes);
    }
  }
};
/// numpy.nansum: NaN counts as 0.
inline constexpr NanSumFunction<kernel::Sum> nansum{};
/// numpy.nanprod: NaN counts as 1.
inline constexpr NanSumFunction<kernel::Prod> nanprod{};

/// The type of `nanmin` and `nanmax`: integers have no NaN.
template <class Op, class Plain>
struct NanChoiceFunction : ReducesAxes<NanChoiceFunction<Op, Plain>> {
  static constexpr bool of_ordered = true;  ///< complex numbers are refused

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes) {
    using Used = std::conditional_t<detail::has_nan<E>, Op, Plain>;
    return detail::reduce<Used, Keep>(as_array(x), axes);
  }
};
/// numpy.nanmin: the least number; NaN where there is none; of no elements: ShapeMismatch.
inline constexpr NanChoiceFunction<kernel::NanMin, kernel::Min> nanmin{};
/// numpy.nanmax: the greatest number; NaN where there is none; of no elements: ShapeMismatch.
inline constexpr NanChoiceFunction<kernel::NanMax, kernel::Max> nanmax{};

namespace detail {

/// How many elements are not NaN, as the real numbers that divide.
template <bool Keep, ArrayExpression E, int K>
auto count_of_numbers(const E& x, const Axes<K>& axes) {
  using R = real_t<mean_type<element_of<E>>>;
  return detail::reduce<kernel::Sum, Keep>(where(isnan(x), R(0), ones<R, 0>(Extents{})), axes);
}

}  // namespace detail

/// The type of `nanmean`.
struct NanMeanFunction : ReducesAxes<NanMeanFunction> {
  static constexpr bool of_ordered = false;  ///< complex numbers have means

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes) {
    if constexpr (detail::has_nan<E>) {
      const auto array = as_array(x);
      return as_array(decltype(nansum)::reduce<Keep>(array, axes) /
                      detail::count_of_numbers<Keep>(array, axes));
    } else {
      return MeanFunction::reduce<Keep>(x, axes);
    }
  }
};
/// numpy.nanmean: the mean of what is not NaN; NaN where there is nothing else.
inline constexpr NanMeanFunction nanmean{};

/// The type of `nanvar` and `nanstd`.
template <bool Root>
struct NanVarianceFunction : detail::ReducesWithOptions<NanVarianceFunction<Root>> {
  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K>
  static auto reduce(const E& x, const Axes<K>& axes, const VarianceOptions& options) {
    if constexpr (detail::has_nan<E>) {
      using R = real_t<element_of<E>>;
      const auto array = as_array(x);
      const auto distance = array - NanMeanFunction::reduce<true>(array, axes);
      const auto squares = detail::reduce<kernel::Sum, Keep>(
          where(isnan(array), R(0), square(relatile::abs(distance))), axes);
      const auto count = detail::count_of_numbers<Keep>(array, axes) - options.ddof;
      // Where nothing is left to divide by, NumPy has NaN, and not infinity.
      const auto variance =
          squares / where(count > 0.0, count, std::numeric_limits<R>::quiet_NaN());
      if constexpr (Root) {
        return as_array(relatile::sqrt(variance));
      } else {
        return as_array(variance);
      }
    } else {
      return VarianceFunction<Root>::template reduce<Keep>(x, axes, options);
    }
  }
};
/// numpy.nanvar: the variance of what is not NaN, in two passes; with var's arguments.
inline constexpr NanVarianceFunction<false> nanvar{};
/// numpy.nanstd: the root of nanvar.
inline constexpr NanVarianceFunction<true> nanstd{};

/// The mean: numpy.average without weights. `axes` are as of mean.
template <ArrayExpression E, class... A>
  requires(!ArrayExpression<A> && ...)
auto average(const E& x, const A&... axes) { return mean(x, axes...); }

namespace detail {
/// Throws ShapeMismatch for weights of another shape than the array's.
RELATILE_INLINE void require_weights_of(const Extents& weights, const Extents& shape);

template <bool Keep, ArrayExpression E, ArrayExpression W, int K>
auto weighted(const E& x, const W& weights, int one, const Axes<K>& axes, const SourceLine& line) {
  static_assert(rank_of<W> == rank_of<E> || rank_of<W> == 1,
                "relatile: average: weights are of the array's shape, or a vector along one axis");
  const AskedFrom scope(line);
  using R = promote_t<mean_type<element_of<E>>, element_of<W>>;
  const Array<R, rank_of<E>> weight(weights_node(to_node(astype<R>(weights)), shape_of(x), one));
  return as_array(decltype(sum)::reduce<Keep>(astype<R>(x) * weight, axes) /
                  decltype(sum)::reduce<Keep>(weight, axes));
}
}  // namespace detail

/// The mean of all elements, each counting as much as its weight: numpy.average(x, weights=w).
/// Weights that sum to zero give infinity or NaN.
///
///   errors  ShapeMismatch if the weights are not of x's shape
template <ArrayExpression E, ArrayExpression W>
auto average(const E& x, const W& weights, SourceLine line = SourceLine::current()) {
  detail::require_weights_of(shape_of(weights), shape_of(x));
  return detail::weighted<false>(x, weights, 0, detail::all_axes<rank_of<E>>(), line);
}
/// Along one axis: numpy.average(x, axis, w), w of x's shape or a vector as long as the axis.
///
///   errors  ShapeMismatch for other weights, and for an axis that x lacks
template <ArrayExpression E, ArrayExpression W>
auto average(const E& x, int one, const W& weights, SourceLine line = SourceLine::current()) {
  return detail::weighted<false>(x, weights, one, axis(one), line);
}
/// Along one axis, which stays with extent one.
template <ArrayExpression E, ArrayExpression W>
auto average(const E& x, int one, const W& weights, KeepDims,
             SourceLine line = SourceLine::current()) {
  return detail::weighted<true>(x, weights, one, axis(one), line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/statistics.hpp"
#endif
