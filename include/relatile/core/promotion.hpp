// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "relatile/core/element_type.hpp"

namespace relatile {

template <class T>
inline constexpr bool is_complex_v = detail::is_std_complex<T>;

namespace detail {

template <class T, class... Types>
inline constexpr bool is_one_of = (std::is_same_v<T, Types> || ...);

template <std::size_t Size, bool Signed>
constexpr auto sized_integer() {
  if constexpr (Size == 1) {
    return std::conditional_t<Signed, std::int8_t, std::uint8_t>{};
  } else if constexpr (Size == 2) {
    return std::conditional_t<Signed, std::int16_t, std::uint16_t>{};
  } else if constexpr (Size == 4) {
    return std::conditional_t<Signed, std::int32_t, std::uint32_t>{};
  } else {
    static_assert(Size == 8);
    return std::conditional_t<Signed, std::int64_t, std::uint64_t>{};
  }
}

/// The one name of an integer type among those of its size: `long long` becomes `int64_t`.
template <std::size_t Size, bool Signed>
using sized_integer_t = decltype(sized_integer<Size, Signed>());

}  // namespace detail

/// Integers that count, so neither bool nor the character types.
template <class T>
inline constexpr bool is_integer_v =
    detail::is_one_of<T, signed char, short, int, long, long long, unsigned char, unsigned short,
                      unsigned, unsigned long, unsigned long long>;

/// The types NumPy's promotion knows: bool, integers of 8 to 64 bits, float, double, and complex
/// numbers of these two. `char`, `long double` and float16 are not among them.
template <class T>
inline constexpr bool is_scalar_type_v =
    is_integer_v<T> ||
    detail::is_one_of<T, bool, float, double, std::complex<float>, std::complex<double>>;

namespace detail {

template <class T>
struct Real {
  using type = T;
};
template <class T>
struct Real<std::complex<T>> {
  using type = T;
};

template <class T>
constexpr auto canonical() {
  static_assert(is_scalar_type_v<T>,
                "relatile: not a number type of NumPy's: bool, integers of 8 to 64 bits, float, "
                "double, complex<float>, complex<double>");
  if constexpr (is_integer_v<T>) {
    return sized_integer_t<sizeof(T), std::is_signed_v<T>>{};
  } else {
    return T{};
  }
}

}  // namespace detail

/// The fixed-width name of a type: `long long` and `long` are both `int64_t`.
template <class T>
using canonical_t = decltype(detail::canonical<T>());

/// complex<X> -> X; every other type stays.
template <class T>
using real_t = typename detail::Real<T>::type;

namespace detail {

/// The floating-point type that holds all of a real type, as far as NumPy thinks so: float for
/// bool and 8 or 16 bits, double for wider integers (though not all int64 fit).
template <class T>
using holding_float_t = std::conditional_t<std::is_floating_point_v<T>, T,
                                           std::conditional_t<(sizeof(T) <= 2), float, double>>;

enum class NumberKind { boolean, integer, floating, complex };

template <class T>
inline constexpr NumberKind number_kind = is_complex_v<T>               ? NumberKind::complex
                                          : std::is_floating_point_v<T> ? NumberKind::floating
                                          : std::is_same_v<T, bool>     ? NumberKind::boolean
                                                                        : NumberKind::integer;

/// Two canonical types. Integers beside floating-point numbers were lifted before.
template <class A, class B>
constexpr auto promoted() {
  if constexpr (std::is_same_v<A, B> || std::is_same_v<B, bool>) {
    return A{};
  } else if constexpr (std::is_same_v<A, bool>) {
    return B{};
  } else if constexpr (is_complex_v<A> || is_complex_v<B>) {
    return std::complex<decltype(promoted<real_t<A>, real_t<B>>())>{};
  } else if constexpr (std::is_same_v<A, double> || std::is_same_v<B, double>) {
    return double{};  // also among integers, once an int64 has met a uint64
  } else if constexpr (std::is_signed_v<A> == std::is_signed_v<B>) {
    return std::conditional_t<(sizeof(A) > sizeof(B)), A, B>{};
  } else {
    using Signed = std::conditional_t<std::is_signed_v<A>, A, B>;
    using Unsigned = std::conditional_t<std::is_signed_v<A>, B, A>;
    if constexpr (sizeof(Signed) > sizeof(Unsigned)) {
      return Signed{};
    } else if constexpr (sizeof(Unsigned) == 8) {
      return double{};
    } else {
      return sized_integer_t<2 * sizeof(Unsigned), true>{};
    }
  }
}

template <class A, class... Rest>
struct Fold {
  using type = A;
};
template <class A, class B, class... Rest>
struct Fold<A, B, Rest...> : Fold<decltype(promoted<A, B>()), Rest...> {};

// Beside a floating-point number every integer counts as one. Doing this first makes the result
// independent of the order: int8, uint16 and float give float, though int8 and uint16 give int32.
template <bool AmongFloating, class T>
using lifted_t = std::conditional_t<AmongFloating && is_integer_v<T>, holding_float_t<T>, T>;

template <class... Types>
struct Promote
    : Fold<lifted_t<((number_kind<Types> >= NumberKind::floating) || ...), canonical_t<Types>>...> {
};

template <class T, class S>
constexpr auto weakly_promoted() {
  static_assert(is_scalar_type_v<S>, "relatile: the constant is not of a number type of NumPy's");
  using Canonical = canonical_t<T>;
  if constexpr (number_kind<S> <= number_kind<T>) {
    return Canonical{};
  } else if constexpr (number_kind<S> == NumberKind::integer) {
    return std::int64_t{};
  } else if constexpr (number_kind<S> == NumberKind::floating) {
    return double{};
  } else {
    return std::conditional_t<std::is_same_v<T, float>, std::complex<float>,
                              std::complex<double>>{};
  }
}

template <class T>
constexpr auto floating() {
  using Canonical = canonical_t<T>;
  if constexpr (is_complex_v<T>) {
    return Canonical{};
  } else {
    return holding_float_t<Canonical>{};
  }
}

}  // namespace detail

/// The element type of an operation on arrays of these types: numpy.result_type of NumPy 1.24.
///
/// int32 and int64 give int64; uint8 and int8 give int16; uint64 and a signed integer give double,
/// since no integer holds both; int16 and float give float; int32 and float give double. The order
/// of the types does not matter, and there may be any number of them.
template <class... Types>
using promote_t = typename detail::Promote<Types...>::type;

/// The element type of an operation on an array of `T` and a C++ number of type `S`, which counts
/// by its kind only (bool < integer < floating < complex), like a Python number does in NumPy.
///
/// A float array plus `2.5` stays float; an int8 array plus `100` stays int8, and one plus `1000`
/// is an error when it is written (number_as); an integer array plus `2.5` is double.
template <class T, class S>
using weak_promote_t = decltype(detail::weakly_promoted<T, S>());

/// The type in which NumPy computes exp and the like: float for bool and integers of 8 or 16 bits,
/// double for wider integers; floating-point and complex types stay.
///
/// NumPy takes float16 for bool and 8-bit integers. There is no such type in C++20.
template <class T>
using floating_t = decltype(detail::floating<T>());

/// One number as another type, by NumPy's rules of `astype`: to bool is `x != 0` (so NaN is true),
/// from complex drops the imaginary part, integers wrap, and so do floating-point numbers in the
/// range of int32 on their way to 8 and 16 bits, and in that of int64 to uint32, as NumPy's do
/// where compilers are left the choice. Others outside the range of an integer type have no defined
/// result.
template <class To, class From>
constexpr To convert_element(const From& x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (std::is_same_v<To, bool>) {
    return x != From(0);
  } else if constexpr (is_complex_v<To>) {
    using Part = real_t<To>;
    if constexpr (is_complex_v<From>) {
      return To(static_cast<Part>(x.real()), static_cast<Part>(x.imag()));
    } else {
      return To(static_cast<Part>(x), Part(0));
    }
  } else if constexpr (is_complex_v<From>) {
    return convert_element<To>(x.real());
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> && sizeof(To) < 4) {
    return static_cast<To>(static_cast<std::int32_t>(x));
  } else if constexpr (std::is_floating_point_v<From> && std::is_same_v<To, std::uint32_t>) {
    return static_cast<To>(static_cast<std::int64_t>(x));
  } else {
    return static_cast<To>(x);
  }
}

}  // namespace relatile
