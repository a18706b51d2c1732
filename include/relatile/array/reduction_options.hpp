// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"

// What reductions are told: axes, as the first argument after the array, and then in any order
// keepdims, only(mask), initial(value) and dtype<T>, which NumPy calls where, initial and dtype:
// sum(x, axis(0, 2), only(x > 0), initial(3.0), dtype<float>).

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
/// As argument of a reduction: axes that are reduced stay, with extent one, so that the result
/// broadcasts against x. NumPy's keepdims=True.
inline constexpr KeepDims keepdims{};

/// What `only` makes of a mask.
template <int R>
struct Only {
  Array<bool, R> mask;
};
/// As argument of a reduction: it is of those elements alone where the mask, an array of bool that
/// broadcasts to x, is true. NumPy's where=mask; where(mask) itself is nonzero.
///
///   errors  ShapeMismatch, where it is used, for a mask that does not broadcast to x
template <ArrayExpression M>
auto only(const M& mask, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr bool truth = std::is_same_v<element_of<M>, bool>;
  static_assert(truth, "relatile: only: a mask is an array of bool, such as x > 0");
  return Only<rank_of<M>>{astype<bool>(mask)};
}
/// What `initial` makes of a number.
template <class V>
struct Initial {
  V value;
};
/// As argument of sum, prod, min, max and those of them that leave NaN out: the number that it
/// begins with, and what it is of no elements. NumPy's initial=value.
template <class V>
Initial<V> initial(const V& value) {
  static_assert(is_scalar_type_v<V>, "relatile: initial: a number of NumPy's types");
  return {value};
}
/// The type of `dtype`.
template <class T>
struct DType {
  static_assert(is_scalar_type_v<T>, "relatile: dtype: a type of NumPy's, such as dtype<float>");
};
/// As argument of a reduction: the type that it computes in, and of its result: sum(x,
/// dtype<float>). NumPy's dtype=float32.
template <class T>
inline constexpr DType<T> dtype{};

/// What of var and std can be chosen.
struct VarianceOptions {
  double ddof = 0;  ///< what is taken from the number of elements before it divides
};

namespace detail {

/// In place of an option that is not given.
struct NoOption {};

/// What has to be said, whatever it is.
struct Something {
  template <class X, class... More>
  Something(const X&, const More&...) {}  // NOLINT: anything
};
/// What nothing converts to.
class Unnamed {
 public:
  Unnamed() {}  // NOLINT: no aggregate
};
/// Options as Python names them, which no reduction takes, as their values would have to say how
/// many dimensions the result has: what {.axis = 0} converts to, but not {} and {1.0}, to be
/// refused.
struct NamedOptions {
  Unnamed first = {};
  Something axis;
  bool keepdims = false;
  double ddof = 0;
};

/// What a reduction was told beside its axes.
template <class Mask = NoOption, class Start = NoOption, class Type = void>
struct Told {
  static constexpr bool has_mask = !std::is_same_v<Mask, NoOption>;
  static constexpr bool has_start = !std::is_same_v<Start, NoOption>;
  static constexpr bool has_type = !std::is_void_v<Type>;
  /// The type that was asked for, or else this.
  template <class Otherwise>
  using type_or = std::conditional_t<has_type, Type, Otherwise>;

  Mask mask{};
  Start start{};
  double ddof = 0;
};

/// The same, and one argument more; axes and keepdims are not kept here.
template <class M, class S, class T, class Other>
Told<M, S, T> operator<<(const Told<M, S, T>& told, const Other&) {
  return told;
}
template <class M, class S, class T, int R>
Told<Only<R>, S, T> operator<<(const Told<M, S, T>& told, const Only<R>& given) {
  return {given, told.start, told.ddof};
}
template <class M, class S, class T, class V>
Told<M, Initial<V>, T> operator<<(const Told<M, S, T>& told, const Initial<V>& given) {
  return {told.mask, given, told.ddof};
}
template <class M, class S, class T, class Given>
Told<M, S, Given> operator<<(const Told<M, S, T>& told, const DType<Given>&) {
  return {told.mask, told.start, told.ddof};
}
template <class M, class S, class T>
Told<M, S, T> operator<<(const Told<M, S, T>& told, const VarianceOptions& given) {
  return {told.mask, told.start, told.ddof + given.ddof};  // 0 where it is not given
}

template <class X>
inline constexpr bool is_option = std::is_same_v<X, NoOption> || std::is_same_v<X, KeepDims> ||
                                  std::is_same_v<X, VarianceOptions>;
template <int R>
inline constexpr bool is_option<Only<R>> = true;
template <class V>
inline constexpr bool is_option<Initial<V>> = true;
template <class T>
inline constexpr bool is_option<DType<T>> = true;

template <class X>
inline constexpr bool names_axes = is_whole_number<X>;
template <int K>
inline constexpr bool names_axes<Axes<K>> = true;

/// What where(mask) gives, which is not what NumPy's where=mask is here.
template <class X>
inline constexpr bool is_places = false;
template <class T, std::size_t N>
inline constexpr bool is_places<std::array<Array<T, 1>, N>> = true;

/// The axes that the first argument names, or all of them.
template <int N, class First>
auto axes_of(const First& first) {
  if constexpr (is_whole_number<First>) {
    return axis(first);
  } else if constexpr (names_axes<First>) {
    return first;
  } else {
    Axes<N> axes;
    for (int d = 0; d < N; ++d) axes.values[static_cast<std::size_t>(d)] = d;
    return axes;
  }
}

/// Which options a reduction has, as NumPy's has them.
struct Takes {
  bool mask = false;
  bool start = false;
  bool type = false;
  bool ddof = false;
};

/// Throws ShapeMismatch unless a mask of shape `mask` broadcasts to `shape`.
void require_mask(const Extents& mask, const Extents& shape);

/// The mask, of the shape of an array.
template <int N, int R>
Array<bool, N> mask_for(const Only<R>& only, const Extents& shape) {
  static_assert(R <= N, "relatile: only: the mask has more dimensions than the array");
  require_mask(only.mask.shape(), shape);
  return broadcast_to<N>(only.mask, shape);
}

}  // namespace detail

}  // namespace relatile
