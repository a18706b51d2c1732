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

/// Whether the sign of x is minus, also of -0.0 and of a negative NaN; numpy.signbit.
RELATILE_FUNCTION(Signbit, signbit, 1, floating, reals, bool, 1, std::signbit(x))

/// The magnitude of x with the sign of y; numpy.copysign. The sign of a zero or NaN counts as well.
RELATILE_FUNCTION(Copysign, copysign, 2, floating, reals, C, 1, std::copysign(x, y))

/// 0 where x < 0, y where x is zero, 1 where x > 0; numpy.heaviside. NaN stays NaN.
RELATILE_FUNCTION(Heaviside, heaviside, 2, floating, reals, C, 1, detail::heaviside(x, y))

// ---- Parts of complex numbers ----

/// The complex conjugate; numpy.conj. Real numbers stay; bool counts as int8.
RELATILE_FUNCTION(Conj, conj, 1, number, numbers, C, 0, detail::conj(x))

/// The real part; numpy.real. Real numbers stay what they are.
RELATILE_FUNCTION(Real, real, 1, same, numbers, real_t<C>, 0, detail::real(x))

/// The imaginary part; numpy.imag. Of real numbers 0, even of NaN.
RELATILE_FUNCTION(Imag, imag, 1, same, numbers, real_t<C>, 0, detail::imag(x))

/// The angle from -pi to pi of a complex number in radians; numpy.angle. Of real numbers 0 or pi,
/// which is pi for -0.0 as well; NaN stays NaN.
RELATILE_FUNCTION(Angle, angle, 1, floating, numbers, real_t<C>, 20, detail::angle(x))
