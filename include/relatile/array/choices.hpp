// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/number_as.hpp"
#include "relatile/expr/vectorize.hpp"
#include "relatile/expr/with_pullback.hpp"

// numpy.select, piecewise, nan_to_num and around: choices among values, element by element, and
// functions with parameters that are no arrays. The first two are parts of the loop around them;
// the other two are operators, whose derivatives are told, and fused with what is around them
// later.

namespace relatile {

namespace detail {

/// The element type of choices that are arrays or numbers, taken together.
template <class... X>
using chosen_type =
    typename PromotedElements<ElementTypes<>, ElementTypes<>,
                              decltype(operand_of(std::declval<const X&>()))...>::type;

/// x with elements of type T: a number, or an array.
template <class T, class X>
auto as_elements(const X& x) {
  if constexpr (is_scalar_type_v<X>) {
    return number_as<T>("select", x);
  } else {
    return astype<T>(x);
  }
}

/// Throws ShapeMismatch unless there are as many of both, and one at least.
inline void require_choices(std::size_t conditions, std::size_t choices) {
  if (conditions == choices && choices > 0) return;
  throw ShapeMismatch("relatile: select: " + std::to_string(conditions) + " conditions and " +
                      std::to_string(choices) + " choices");
}

/// Where condition number I or a later one holds, its choice, else `otherwise`.
template <class T, std::size_t I, class Conditions, class Choices, class Otherwise>
auto selected(const Conditions& conditions, const Choices& choices, const Otherwise& otherwise) {
  if constexpr (I + 1 == std::tuple_size_v<Conditions>) {
    return where(std::get<I>(conditions), as_elements<T>(std::get<I>(choices)), otherwise);
  } else {
    return where(std::get<I>(conditions), as_elements<T>(std::get<I>(choices)),
                 selected<T, I + 1>(conditions, choices, otherwise));
  }
}

}  // namespace detail

/// The first choice whose condition holds, else `otherwise`: numpy.select. Conditions and choices
/// are tuples: `select(std::tuple(x < 3, x > 5), std::tuple(x, x * x), 42)`; choices are arrays or
/// numbers, and all are promoted together.
///
///   errors  ShapeMismatch if they do not broadcast together
template <class... Conditions, class... Choices, class Otherwise = int>
  requires(sizeof...(Conditions) > 0 && sizeof...(Choices) > 0)
auto select(const std::tuple<Conditions...>& conditions, const std::tuple<Choices...>& choices,
            const Otherwise& otherwise = 0) {
  static_assert(sizeof...(Conditions) == sizeof...(Choices),
                "relatile: select: there is a choice for every condition");
  using T = detail::chosen_type<Choices..., Otherwise>;
  return detail::selected<T, 0>(conditions, choices, detail::as_elements<T>(otherwise));
}
/// The same of conditions and choices in braces, arrays of one shape: select({x < 3, x > 5},
/// {x, x * x}, 42).
///
///   errors  ShapeMismatch also if there are not as many choices as conditions, and one at least
template <class T, int N, int M, class Otherwise = int>
Array<T, N> select(std::initializer_list<detail::Listed<bool, M>> conditions,
                   std::initializer_list<detail::Listed<T, N>> choices,
                   const Otherwise& otherwise = 0) {
  static_assert(M == N, "relatile: select: conditions have as many dimensions as choices");
  if constexpr (M == N) {
    detail::require_choices(conditions.size(), choices.size());
    const std::vector<detail::Listed<bool, M>> where_true(conditions);
    const std::vector<detail::Listed<T, N>> chosen(choices);
    Array<T, N> result(chosen.back().listed_node());
    for (std::size_t i = chosen.size(); i-- > 0;) {
      const Array<bool, N> holds(where_true[i].listed_node());
      const Array<T, N> choice(chosen[i].listed_node());
      if (i + 1 == chosen.size()) {
        result = where(holds, choice, detail::as_elements<T>(otherwise));
      } else {
        result = where(holds, choice, result);
      }
    }
    return result;
  } else {
    return {};
  }
}

namespace detail {

/// What a function of piecewise, or a number in its place, makes of x, in x's own element type.
template <class T, class E, class Piece>
auto piece_of(const E& x, const Piece& piece) {
  if constexpr (is_scalar_type_v<Piece>) {
    return number_as<T>("piecewise", piece);
  } else {
    return astype<T>(vectorize(piece)(x));
  }
}

/// Conditions 0 to I - 1 are done, and made `otherwise`: a later one counts where both hold.
template <class T, std::size_t I, class E, class Conditions, class Pieces, class Otherwise>
auto pieced(const E& x, const Conditions& conditions, const Pieces& pieces,
            const Otherwise& otherwise) {
  if constexpr (I == std::tuple_size_v<Conditions>) {
    return as_array(otherwise);
  } else {
    return pieced<T, I + 1>(
        x, conditions, pieces,
        where(std::get<I>(conditions), piece_of<T>(x, std::get<I>(pieces)), otherwise));
  }
}

}  // namespace detail

/// Of every element of x what the function makes of it whose condition holds there:
/// numpy.piecewise. Functions are of numbers, or are numbers; of several conditions that hold the
/// last one counts. One function more than conditions is for where none holds, which else gives 0.
/// `piecewise(x, std::tuple(x < 0), std::tuple([](double v) { return -v; }, 1))`. Results become
/// elements of x's type. As with where, every function is called for every element.
///
///   errors  ShapeMismatch if x and the conditions do not broadcast together
template <ArrayExpression E, class... Conditions, class... Pieces>
auto piecewise(const E& x, const std::tuple<Conditions...>& conditions,
               const std::tuple<Pieces...>& pieces) {
  constexpr std::size_t count = sizeof...(Conditions);
  static_assert(count > 0 && (sizeof...(Pieces) == count || sizeof...(Pieces) == count + 1),
                "relatile: piecewise: there are as many functions as conditions, or one more");
  using T = element_of<E>;
  const auto array = as_array(x);
  if constexpr (sizeof...(Pieces) > count) {
    return detail::pieced<T, 0>(array, conditions, pieces,
                                detail::piece_of<T>(array, std::get<count>(pieces)));
  } else {
    return detail::pieced<T, 0>(array, conditions, pieces, T(0));
  }
}

namespace detail {

/// What nan_to_num made of x, whose derivative is that of x where x is a number, and 0 elsewhere.
tra::NodePtr differentiable_numbers(tra::NodePtr numbers, const tra::NodePtr& x);

/// Numbers in the place of NaN and infinities, in both parts of complex numbers.
template <class R>
struct NanToNum {
  R nan;
  R posinf;
  R neginf;

  R operator()(R x) const {
    if (x != x) return nan;
    const R above = x == -std::numeric_limits<R>::infinity() ? neginf : x;
    return x == std::numeric_limits<R>::infinity() ? posinf : above;
  }
  std::complex<R> operator()(std::complex<R> x) const {
    return {(*this)(x.real()), (*this)(x.imag())};
  }
};

/// Rounded at a power of ten: halves to the even digit.
template <class T>
struct Around {
  using R = std::conditional_t<std::is_integral_v<T>, double, real_t<T>>;
  R power;
  bool behind_point;  ///< whether digits behind the point are kept

  R operator()(R x) const {
    return behind_point ? std::rint(x * power) / power : std::rint(x / power) * power;
  }
  std::complex<R> operator()(std::complex<R> x) const {
    return {(*this)(x.real()), (*this)(x.imag())};
  }
};

}  // namespace detail

/// What stands in the place of an infinity: a number, or the largest of x's type.
struct InPlaceOfInfinity {
  bool given = false;
  double value = 0;

  InPlaceOfInfinity() = default;
  InPlaceOfInfinity(double number) : given(true), value(number) {}  // NOLINT: a number is one
};

/// x with `nan` in the place of NaN, and of infinities `posinf` and `neginf`, which are the largest
/// and the smallest number of x's type unless told: numpy.nan_to_num. Integers stay what they are.
template <ArrayExpression E>
auto nan_to_num(const E& x, double nan = 0, InPlaceOfInfinity posinf = {},
                InPlaceOfInfinity neginf = {}) {
  using T = element_of<E>;
  if constexpr (std::is_integral_v<T>) {
    return x;
  } else {
    using R = real_t<T>;
    constexpr R most = std::numeric_limits<R>::max();
    const detail::NanToNum<R> replace{static_cast<R>(nan),
                                      posinf.given ? static_cast<R>(posinf.value) : most,
                                      neginf.given ? static_cast<R>(neginf.value) : -most};
    const Array<T, rank_of<E>> from = as_array(x);
    return Array<T, rank_of<E>>(detail::differentiable_numbers(
        to_node(vectorize(replace, {.flops = 3, .name = "nan_to_num"})(from)), from.node()));
  }
}

/// x rounded to so many decimals, halves to the even digit: numpy.around. Negative ones round
/// digits before the point. Integers stay integers.
template <ArrayExpression E>
auto around(const E& x, int decimals = 0) {
  using T = std::conditional_t<std::is_same_v<element_of<E>, bool>, float, element_of<E>>;
  using R = typename detail::Around<T>::R;
  const detail::Around<T> rounding{static_cast<R>(std::pow(10.0, std::abs(decimals))),
                                   decimals >= 0};
  const auto numbers = astype<std::conditional_t<std::is_integral_v<T>, double, T>>(x);
  const auto from = as_array(numbers);
  const auto found = as_array(vectorize(rounding, {.flops = 4, .name = "around"})(from));
  detail::without_slope(found.node(), from.node());
  const auto rounded = astype<T>(found);
  // Not by way of double, which does not hold all integers.
  if constexpr (std::is_integral_v<T>) {
    if (decimals >= 0) return as_array(astype<T>(x));
  }
  return rounded;
}
/// The same as around; numpy.round.
template <ArrayExpression E>
auto round(const E& x, int decimals = 0) {
  return around(x, decimals);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/choices.hpp"
#endif
