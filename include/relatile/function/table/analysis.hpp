// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A part of function/table.hpp, which explains the columns.
#ifndef RELATILE_FUNCTION
#define RELATILE_FUNCTION(...)
#endif

// ---- Exponentials, logarithms and roots ----

/// e to the power x; numpy.exp. exp(-inf) is 0, exp(inf) is inf. Integers give floating-point
/// numbers.
RELATILE_FUNCTION(Exp, exp, 1, floating, numbers, C, 10, std::exp(x))

/// 2 to the power x; numpy.exp2. exp2(-inf) is 0, exp2(inf) is inf.
RELATILE_FUNCTION(Exp2, exp2, 1, floating, numbers, C, 10, detail::exp2(x))

/// exp(x) - 1, exact for small x as well; numpy.expm1. expm1(-inf) is -1, expm1(-0.0) is -0.0.
RELATILE_FUNCTION(Expm1, expm1, 1, floating, numbers, C, 10, detail::expm1(x))

/// The natural logarithm; numpy.log. log(0) is -inf, of negative real numbers NaN; of complex
/// numbers the principal value, with a branch cut along the negative real axis.
RELATILE_FUNCTION(Log, log, 1, floating, numbers, C, 10, std::log(x))

/// The logarithm to base 2; numpy.log2. log2(0) is -inf, of negative real numbers NaN.
RELATILE_FUNCTION(Log2, log2, 1, floating, numbers, C, 10, detail::log2(x))

/// The logarithm to base 10; numpy.log10. log10(0) is -inf, of negative real numbers NaN.
RELATILE_FUNCTION(Log10, log10, 1, floating, numbers, C, 10, std::log10(x))

/// log(1 + x), exact for small x as well; numpy.log1p. log1p(-1) is -inf, below that NaN for real
/// x.
RELATILE_FUNCTION(Log1p, log1p, 1, floating, numbers, C, 10, detail::log1p(x))

/// log(exp(x) + exp(y)) without overflow; numpy.logaddexp. logaddexp(-inf, y) is y.
RELATILE_FUNCTION(Logaddexp, logaddexp, 2, floating, reals, C, 20, detail::logaddexp(x, y))

/// log2(2^x + 2^y) without overflow; numpy.logaddexp2. logaddexp2(-inf, y) is y.
RELATILE_FUNCTION(Logaddexp2, logaddexp2, 2, floating, reals, C, 20, detail::logaddexp2(x, y))

/// 1 / (1 + exp(-x)), the sigmoid; scipy.special.expit. logistic(-inf) is 0, logistic(inf) is 1. Of
/// arrays, results below the smallest normal number may be 0.
RELATILE_FUNCTION(Logistic, logistic, 1, floating, reals, C, 12, detail::logistic(x))

/// The square root; numpy.sqrt. Of negative real numbers NaN, of -0.0 it is -0.0; of complex
/// numbers the root with a real part not below zero.
RELATILE_FUNCTION(Sqrt, sqrt, 1, floating, numbers, C, 4, std::sqrt(x))

/// The cube root, of negative numbers a negative one; numpy.cbrt.
RELATILE_FUNCTION(Cbrt, cbrt, 1, floating, reals, C, 10, std::cbrt(x))

/// The error function, 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x; scipy.special.erf.
RELATILE_FUNCTION(Erf, erf, 1, floating, reals, C, 20, std::erf(x))

/// 1 - erf(x), exact where that is small; scipy.special.erfc.
RELATILE_FUNCTION(Erfc, erfc, 1, floating, reals, C, 20, std::erfc(x))

/// The probability that a standard normal number is below x; Spartan's norm_cdf and
/// scipy.stats.norm.cdf.
RELATILE_FUNCTION(NormCdf, norm_cdf, 1, floating, reals, C, 22, detail::normal_below(x))

/// The modified Bessel function of the first kind and order 0; numpy.i0. NaN of infinities, as
/// there.
RELATILE_FUNCTION(I0, i0, 1, wide_floating, reals, C, 40, detail::bessel_i<0>(x))

/// The modified Bessel function of the first kind and order 1, the derivative of i0;
/// scipy.special.i1. NaN of infinities, as i0.
RELATILE_FUNCTION(I1, i1, 1, wide_floating, reals, C, 40, detail::bessel_i<1>(x))

// ---- Angles and hyperbolas ----

/// The sine of x, in radians; numpy.sin. Exact for large x as well; sin(inf) is NaN.
RELATILE_FUNCTION(Sin, sin, 1, floating, numbers, C, 10, std::sin(x))

/// The cosine of x, in radians; numpy.cos. Exact for large x as well; cos(inf) is NaN.
RELATILE_FUNCTION(Cos, cos, 1, floating, numbers, C, 10, std::cos(x))

/// The tangent of x, in radians; numpy.tan. tan(inf) is NaN.
RELATILE_FUNCTION(Tan, tan, 1, floating, numbers, C, 10, std::tan(x))

/// sin(pi x) / (pi x), and 1 for x = 0; numpy.sinc.
RELATILE_FUNCTION(Sinc, sinc, 1, floating, numbers, C, 12,
                  x == C(0) ? C(1) : std::sin(detail::pi<C> * x) / (detail::pi<C> * x))

/// The hyperbolic sine; numpy.sinh.
RELATILE_FUNCTION(Sinh, sinh, 1, floating, numbers, C, 10, std::sinh(x))

/// The hyperbolic cosine; numpy.cosh.
RELATILE_FUNCTION(Cosh, cosh, 1, floating, numbers, C, 10, std::cosh(x))

/// The hyperbolic tangent; numpy.tanh. tanh(inf) is 1.
RELATILE_FUNCTION(Tanh, tanh, 1, floating, numbers, C, 10, std::tanh(x))

/// The angle from -pi/2 to pi/2 whose sine is x; numpy.arcsin. NaN for real |x| > 1.
RELATILE_FUNCTION(Arcsin, arcsin, 1, floating, numbers, C, 10, std::asin(x))

/// The angle from 0 to pi whose cosine is x; numpy.arccos. NaN for real |x| > 1.
RELATILE_FUNCTION(Arccos, arccos, 1, floating, numbers, C, 10, std::acos(x))

/// The angle from -pi/2 to pi/2 whose tangent is x; numpy.arctan. See arctan2 for a full turn.
RELATILE_FUNCTION(Arctan, arctan, 1, floating, numbers, C, 10, std::atan(x))

/// The inverse hyperbolic sine; numpy.arcsinh.
RELATILE_FUNCTION(Arcsinh, arcsinh, 1, floating, numbers, C, 10, std::asinh(x))

/// The inverse hyperbolic cosine; numpy.arccosh. NaN for real x < 1.
RELATILE_FUNCTION(Arccosh, arccosh, 1, floating, numbers, C, 10, std::acosh(x))

/// The inverse hyperbolic tangent; numpy.arctanh. inf for x = 1, NaN for real |x| > 1.
RELATILE_FUNCTION(Arctanh, arctanh, 1, floating, numbers, C, 10, std::atanh(x))

/// The angle from -pi to pi of the point (x, y), given y first; numpy.arctan2.
///
/// The signs of zeros count: arctan2(0.0, -0.0) is pi, arctan2(-0.0, -0.0) is -pi.
RELATILE_FUNCTION(Arctan2, arctan2, 2, floating, reals, C, 20, std::atan2(x, y))

/// The length of (x, y), without overflow on the way; numpy.hypot. inf if either is infinite, even
/// if the other is NaN.
RELATILE_FUNCTION(Hypot, hypot, 2, floating, reals, C, 10, std::hypot(x, y))

/// x radians in degrees; numpy.degrees.
RELATILE_FUNCTION(Degrees, degrees, 1, floating, reals, C, 1, x* C(180 / detail::pi<double>))

/// x degrees in radians; numpy.radians.
RELATILE_FUNCTION(Radians, radians, 1, floating, reals, C, 1, x* C(detail::pi<double> / 180))
