// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <concepts>
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

// var, std, average, ptp and count_nonzero: composed of the reductions of reductions.hpp, with the
// axes and options that those have.

namespace relatile {

namespace detail {

/// x(0) along all of these axes, which stay with extent one or go; zeros if there is no such
/// element.
tra::NodePtr first_node(const tra::NodePtr& x, std::vector<int> axes, bool keep);
/// How many elements a reduction over these axes meets.
std::int64_t extent_along(const std::string& name, const Extents& shape, std::vector<int> axes);
/// A weight for every element of an array, from one for each, or one for each along the axis.
tra::NodePtr weights_node(const tra::NodePtr& weights, const Extents& shape, int axis);

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

}  // namespace detail

namespace detail {

/// The variance of those elements where the mask is true, in two passes. Where fewer than ddof + 1
/// are, it is NaN or infinity as of no elements, or, with `none`, NaN.
template <bool Keep, class T, int N, int K>
auto masked_variance(const Array<T, N>& x, const Array<bool, N>& mask, const Axes<K>& axes,
                     double ddof, bool none) {
  using R = real_t<T>;
  // Chosen before it is squared: derivatives of squares of what does not count, NaN, would be NaN.
  const auto distance = where(mask, x - masked_mean<T, true>(x, mask, axes), T(0));
  const auto squares =
      detail::reduce<kernel::Sum, Keep>(astype<R>(square(relatile::abs(distance))), axes);
  const auto count = as_array(maximum(true_along<Keep>(mask, axes) - ddof, 0.0));
  const double nothing = none ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  return as_array(astype<R>(as_array(squares / where(count > 0.0, count, nothing))));
}

/// A variance's root, where that is wanted.
template <bool Root, class V>
auto root_or_same(const V& variance) {
  if constexpr (Root) {
    return as_array(relatile::sqrt(variance));
  } else {
    return as_array(variance);
  }
}

}  // namespace detail

/// The type of `var` and `std`.
template <bool Root>
struct VarianceFunction : ReducesAxes<VarianceFunction<Root>, VarianceOptions> {
  static constexpr bool of_ordered = false;  ///< complex numbers have variances
  static constexpr detail::Takes takes{true, false, true, true};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told>
  static auto reduce(const E& x, const Axes<K>& axes, const Told& told) {
    using T = element_of<E>;
    using Asked = typename Told::template type_or<detail::mean_type<T>>;
    static_assert(!std::is_integral_v<Asked> && is_complex_v<Asked> == is_complex_v<T>,
                  "relatile: the dtype of a variance is float or double, of complex numbers a "
                  "complex type");
    using M = promote_t<Asked, detail::mean_type<T>>;
    const auto values = as_array(astype<M>(x));
    return as_array(
        astype<real_t<Asked>>(detail::root_or_same<Root>(variance<Keep>(values, axes, told))));
  }

 private:
  template <bool Keep, class M, int N, int K, class Told>
  static auto variance(const Array<M, N>& x, const Axes<K>& axes, const Told& told) {
    if constexpr (Told::has_mask) {
      const auto mask = detail::mask_for<N>(told.mask, x.shape());
      return detail::masked_variance<Keep>(x, mask, axes, told.ddof, false);
    } else if constexpr (is_complex_v<M>) {
      return as_array(detail::DistanceSums<Keep, Array<real_t<M>, N>, K>(relatile::real(x), axes)
                          .variance(told.ddof) +
                      detail::DistanceSums<Keep, Array<real_t<M>, N>, K>(relatile::imag(x), axes)
                          .variance(told.ddof));
    } else {
      return as_array(detail::DistanceSums<Keep, Array<M, N>, K>(x, axes).variance(told.ddof));
    }
  }
};
/// numpy.var, in one pass over x: var(x, 0), var(x, axis(0, 1), keepdims, {.ddof = 1}). Integers
/// and bool give double, complex numbers a real one; the variance of nothing is NaN.
inline constexpr VarianceFunction<false> var{};
/// numpy.std, the root of var, with the same arguments.
inline constexpr VarianceFunction<true> std{};

/// The type of `moments`.
struct MomentsFunction : ReducesAxes<MomentsFunction, VarianceOptions> {
  static constexpr bool of_ordered = true;  ///< complex numbers are refused
  static constexpr detail::Takes takes{false, false, false, true};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told>
  static auto reduce(const E& x, const Axes<K>& axes, const Told& told) {
    using M = detail::mean_type<element_of<E>>;
    const detail::DistanceSums<Keep, E, K> sums(x, axes);
    return std::pair(sums.mean(), as_array(astype<M>(sums.variance(told.ddof))));
  }
};
/// mean and var of real numbers, a std::pair, from one pass over x:
/// `const auto [mean, variance] = moments(x, 0);`. The arguments are var's. NumPy has no such
/// function, and goes through x twice.
inline constexpr MomentsFunction moments{};

/// The type of `count_nonzero`.
struct CountNonzeroFunction : ReducesAxes<CountNonzeroFunction> {
  static constexpr bool of_ordered = false;  ///< complex numbers are counted as well
  static constexpr detail::Takes takes{};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told>
  static auto reduce(const E& x, const Axes<K>& axes, const Told&) {
    return decltype(sum)::reduce<Keep>(astype<bool>(x), axes);
  }
};
/// numpy.count_nonzero, as std::int64_t; NaN is not zero.
inline constexpr CountNonzeroFunction count_nonzero{};

/// The type of `ptp`.
struct PtpFunction : ReducesAxes<PtpFunction> {
  static constexpr bool of_ordered = true;  ///< complex numbers are refused
  static constexpr detail::Takes takes{};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told>
  static auto reduce(const E& x, const Axes<K>& axes, const Told&) {
    const auto array = as_array(x);
    return as_array(decltype(max)::reduce<Keep>(array, axes) -
                    decltype(min)::reduce<Keep>(array, axes));
  }
};
/// numpy.ptp, the greatest element minus the least; of no elements: ShapeMismatch.
inline constexpr PtpFunction ptp{};

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

template <ArrayExpression E, ArrayExpression W, std::integral I>
auto average(const E& x, const W& weights, I axis) {
  static_assert(sizeof(I) == 0,
                "relatile: average: the axis comes before the weights, as in NumPy: "
                "average(x, 0, weights)");
  return average(x, static_cast<int>(axis), weights);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/reductions/impl/statistics.hpp"
#endif
