// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>
#include <type_traits>

#include "relatile/array/reductions/statistics.hpp"

// The reductions that leave out NaN, with the axes and options that the others have.

namespace relatile {

namespace detail {

/// Whether an element is left out by functions that ignore NaN; integers never are.
template <ArrayExpression E>
inline constexpr bool has_nan = !std::is_integral_v<element_of<E>>;

/// The elements that are not NaN, and that count.
template <class T, int N, class Told>
Array<bool, N> counted_numbers(const Array<T, N>& x, const Told& told) {
  if constexpr (Told::has_mask) {
    return mask_for<N>(told.mask, x.shape()) && !isnan(x);
  } else {
    return !isnan(x);
  }
}

/// x with a number in place of NaN.
template <ArrayExpression E>
auto without_nan(const E& x, int number) {
  if constexpr (has_nan<E>) {
    return as_array(where(isnan(x), element_of<E>(number), x));
  } else {
    return as_array(x);
  }
}

}  // namespace detail

/// The type of `nansum` and `nanprod`.
template <class Op>
struct NanSumFunction : ReducesAxes<NanSumFunction<Op>> {
  static constexpr bool of_ordered = false;  ///< complex numbers are added as well
  static constexpr detail::Takes takes{true, true, true, false};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told = detail::Told<>>
  static auto reduce(const E& x, const Axes<K>& axes, const Told& told = {}) {
    return ReductionFunction<Op, detail::Widened>::template reduce<Keep>(
        detail::without_nan(x, std::is_same_v<Op, kernel::Sum> ? 0 : 1), axes, told);
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
  static constexpr detail::Takes takes{true, true, false, false};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told = detail::Told<>>
  static auto reduce(const E& x, const Axes<K>& axes, const Told& told = {}) {
    using Used = std::conditional_t<detail::has_nan<E>, Op, Plain>;
    return detail::reduce_told<Used, Keep>(as_array(x), axes, told);
  }
};
/// numpy.nanmin: the least number; NaN where there is none; of no elements: ShapeMismatch.
inline constexpr NanChoiceFunction<kernel::NanMin, kernel::Min> nanmin{};
/// numpy.nanmax: the greatest number; NaN where there is none; of no elements: ShapeMismatch.
inline constexpr NanChoiceFunction<kernel::NanMax, kernel::Max> nanmax{};

/// The type of `nanmean`.
struct NanMeanFunction : ReducesAxes<NanMeanFunction> {
  static constexpr bool of_ordered = false;  ///< complex numbers have means
  static constexpr detail::Takes takes{true, false, true, false};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told = detail::Told<>>
  static auto reduce(const E& x, const Axes<K>& axes, const Told& told = {}) {
    if constexpr (detail::has_nan<E>) {
      using M = typename Told::template type_or<element_of<E>>;
      const auto array = as_array(x);
      return detail::masked_mean<M, Keep>(array, detail::counted_numbers(array, told), axes);
    } else {
      return MeanFunction::reduce<Keep>(x, axes, told);
    }
  }
};
/// numpy.nanmean: the mean of what is not NaN; NaN where there is nothing else.
inline constexpr NanMeanFunction nanmean{};

/// The type of `nanvar` and `nanstd`.
template <bool Root>
struct NanVarianceFunction : ReducesAxes<NanVarianceFunction<Root>, VarianceOptions> {
  static constexpr bool of_ordered = false;  ///< complex numbers have variances
  static constexpr detail::Takes takes{true, false, true, true};

  /// Over these axes, which are checked here.
  template <bool Keep, ArrayExpression E, int K, class Told>
  static auto reduce(const E& x, const Axes<K>& axes, const Told& told) {
    using T = element_of<E>;
    if constexpr (detail::has_nan<E>) {
      using Asked = typename Told::template type_or<T>;
      const auto array = as_array(astype<promote_t<Asked, T>>(x));
      // Where nothing is left to divide by, NumPy has NaN, and not infinity.
      return as_array(
          astype<real_t<Asked>>(detail::root_or_same<Root>(detail::masked_variance<Keep>(
              array, detail::counted_numbers(array, told), axes, told.ddof, true))));
    } else {
      return VarianceFunction<Root>::template reduce<Keep>(x, axes, told);
    }
  }
};
/// numpy.nanvar: the variance of what is not NaN, in two passes; with var's arguments.
inline constexpr NanVarianceFunction<false> nanvar{};
/// numpy.nanstd: the root of nanvar.
inline constexpr NanVarianceFunction<true> nanstd{};

/// The type of `nanargmin` and `nanargmax`, which are called as argmin is.
template <class Op>
struct NanArgFunction {
  /// Where the best number is; NaN counts as an infinity that any other number is better than.
  template <ArrayExpression E, class... Axes>
  auto operator()(const E& x, const Axes&... axes) const {
    constexpr bool numbers = detail::has_nan<E> && !is_complex_v<element_of<E>>;
    if constexpr (numbers) {
      using T = element_of<E>;
      constexpr T infinity = std::numeric_limits<T>::infinity();
      constexpr T worst = std::is_same_v<Op, kernel::ArgMin> ? infinity : -infinity;
      return ArgFunction<Op>{}(where(isnan(x), worst, x), axes...);
    } else {
      return ArgFunction<Op>{}(x, axes...);
    }
  }
};
/// numpy.nanargmin: where the least number is; 0 where there is none, where NumPy throws.
inline constexpr NanArgFunction<kernel::ArgMin> nanargmin{};
/// numpy.nanargmax: where the greatest number is; 0 where there is none, where NumPy throws.
inline constexpr NanArgFunction<kernel::ArgMax> nanargmax{};

}  // namespace relatile
