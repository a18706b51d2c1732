// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A part of function/table.hpp, which explains the columns.
#ifndef RELATILE_FUNCTION
#define RELATILE_FUNCTION(...)
#endif

// ---- Rounding ----

/// The largest whole number not above x; numpy.floor.
///
/// Integers give floating-point numbers, as in NumPy before 2.1.
RELATILE_FUNCTION(Floor, floor, 1, floating, reals, C, 1, std::floor(x))

/// The smallest whole number not below x; numpy.ceil. ceil(-0.5) is -0.0.
///
/// Integers give floating-point numbers, as in NumPy before 2.1.
RELATILE_FUNCTION(Ceil, ceil, 1, floating, reals, C, 1, std::ceil(x))

/// x rounded towards zero; numpy.trunc.
///
/// Integers give floating-point numbers, as in NumPy before 2.1.
RELATILE_FUNCTION(Trunc, trunc, 1, floating, reals, C, 1, std::trunc(x))

/// x rounded to the nearest whole number, halves to the even one; numpy.rint. rint(-0.5) is -0.0.
///
/// Of complex numbers, both parts. Integers give floating-point numbers.
RELATILE_FUNCTION(Rint, rint, 1, floating, numbers, C, 1, detail::rint(x))

// ---- What kind of number, and its sign ----

/// Whether x is NaN; numpy.isnan. A complex number is NaN if either part is. Always false of
/// integers.
RELATILE_FUNCTION(Isnan, isnan, 1, floating, numbers, bool, 1, detail::is_nan(x))

/// Whether x is infinite; numpy.isinf. A complex number is if either part is, even beside NaN.
RELATILE_FUNCTION(Isinf, isinf, 1, floating, numbers, bool, 1, detail::is_infinite(x))

/// Whether x is neither infinite nor NaN; numpy.isfinite. Of complex numbers, whether both parts
/// are.
RELATILE_FUNCTION(Isfinite, isfinite, 1, floating, numbers, bool, 1, detail::is_finite(x))

/// Whether x is plus infinity; numpy.isposinf. Complex numbers are refused.
RELATILE_FUNCTION(Isposinf, isposinf, 1, floating, reals, bool, 1, x == detail::infinity<C>)

/// Whether x is minus infinity; numpy.isneginf. Complex numbers are refused.
RELATILE_FUNCTION(Isneginf, isneginf, 1, floating, reals, bool, 1, x == -detail::infinity<C>)

/// Whether the sign of x is minus, also of -0.0 and of a negative NaN; numpy.signbit.
RELATILE_FUNCTION(Signbit, signbit, 1, floating, reals, bool, 1, std::signbit(x))

/// The magnitude of x with the sign of y; numpy.copysign. The sign of a zero or NaN counts as well.
RELATILE_FUNCTION(Copysign, copysign, 2, floating, reals, C, 1, std::copysign(x, y))

/// 0 where x < 0, y where x is zero, 1 where x > 0; numpy.heaviside. NaN stays NaN.
RELATILE_FUNCTION(Heaviside, heaviside, 2, floating, reals, C, 1, detail::heaviside(x, y))

// ---- Parts of floating-point numbers ----

/// The next floating-point number after x in the direction of y; numpy.nextafter.
RELATILE_FUNCTION(Nextafter, nextafter, 2, floating, reals, C, 4, std::nextafter(x, y))

/// The distance from x to the next number away from zero, with the sign of x; numpy.spacing. NaN of
/// infinities.
RELATILE_FUNCTION(Spacing, spacing, 1, floating, reals, C, 4, detail::spacing(x))

/// x * 2^y; numpy.ldexp. y is a whole number: of others what is behind the point is dropped.
///
/// x and y are promoted together: where x is an array of float and y one of int32 or int64, the
/// result is double, where NumPy's is float.
RELATILE_FUNCTION(Ldexp, ldexp, 2, floating, reals, C, 4, detail::scaled_by_power_of_two(x, y))

/// The mantissa of x, from 0.5 to below 1, with the sign of x: the first result of numpy.frexp.
/// Zeros, infinities and NaN stay.
RELATILE_FUNCTION(FrexpMantissa, frexp_mantissa, 1, floating, reals, C, 4, detail::mantissa(x))

/// The power of two that the mantissa of x takes: the second result of numpy.frexp. 0 of zeros,
/// infinities and NaN.
RELATILE_FUNCTION(FrexpExponent, frexp_exponent, 1, floating, reals, std::int32_t, 4,
                  detail::binary_exponent(x))

/// What is behind the point, with the sign of x: the first result of numpy.modf. Of infinities
/// zero.
RELATILE_FUNCTION(ModfFraction, modf_fraction, 1, floating, reals, C, 3, detail::fraction(x))

// ---- Parts of complex numbers ----

/// The complex conjugate; numpy.conj. Real numbers stay; bool counts as int8.
RELATILE_FUNCTION(Conj, conj, 1, number, numbers, C, 0, detail::conj(x))

/// The real part; numpy.real. Real numbers stay what they are.
RELATILE_FUNCTION(Real, real, 1, same, numbers, real_t<C>, 0, detail::real(x))

/// The imaginary part; numpy.imag. Of real numbers 0, even of NaN.
RELATILE_FUNCTION(Imag, imag, 1, same, numbers, real_t<C>, 0, detail::imag(x))

/// Whether the imaginary part is zero; numpy.isreal. True of all real numbers.
RELATILE_FUNCTION(Isreal, isreal, 1, same, numbers, bool, 1, detail::imag(x) == real_t<C>(0))

/// Whether the imaginary part is not zero; numpy.iscomplex. False of all real numbers.
RELATILE_FUNCTION(Iscomplex, iscomplex, 1, same, numbers, bool, 1, detail::imag(x) != real_t<C>(0))

/// The angle from -pi to pi of a complex number in radians; numpy.angle. Of real numbers 0 or pi,
/// which is pi for -0.0 as well; NaN stays NaN.
RELATILE_FUNCTION(Angle, angle, 1, floating, numbers, real_t<C>, 20, detail::angle(x))
