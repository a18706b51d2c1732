// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A part of function/table.hpp, which explains the columns.
#ifndef RELATILE_FUNCTION
#define RELATILE_FUNCTION(...)
#endif

/// x + y; numpy.add. Integers wrap; of bool it is `or`.
RELATILE_FUNCTION(Add, add, 2, same, numbers, C, 1, detail::sum(x, y))

/// x - y; numpy.subtract. Integers wrap; two bools are refused.
RELATILE_FUNCTION(Subtract, subtract, 2, same, not_bool, C, 1, detail::difference(x, y))

/// x * y; numpy.multiply. Integers wrap; of bool it is `and`.
///
/// The complex product is the schoolbook formula, also for infinite operands.
RELATILE_FUNCTION(Multiply, multiply, 2, same, numbers, C, 1, detail::product(x, y))

/// x / y, the true quotient; numpy.divide. Two integers of any size give double: 1 / 2 is 0.5, 1 /
/// 0 is inf, 0 / 0 is NaN. A complex number by zero is its parts by zero: (1 + 0i) / 0 is inf + NaN
/// i.
RELATILE_FUNCTION(Divide, divide, 2, wide_floating, numbers, C, 4, detail::ratio(x, y))

/// The largest whole number not above x / y; numpy.floor_divide and Python's `//`: -7 // 2 is -4.
///
/// Integers by zero give 0, and the smallest integer by -1 wraps to itself. Floating-point numbers
/// by zero give inf or NaN, like x / y; an infinite x gives NaN. bool counts as int8.
RELATILE_FUNCTION(FloorDivide, floor_divide, 2, number, reals, C, 8,
                  detail::floor_division(x, y).quotient)

/// x - y * floor_divide(x, y), which has the sign of y; numpy.remainder and Python's `%`: -7 % 2
/// is 1.
///
/// Integers by zero give 0, floating-point numbers by zero NaN. bool counts as int8. For the
/// remainder with the sign of x, see fmod.
RELATILE_FUNCTION(Remainder, remainder, 2, number, reals, C, 8,
                  detail::floor_division(x, y).remainder)

/// The remainder of x / y rounded towards zero, which has the sign of x; numpy.fmod and C's `%`.
///
/// Integers by zero give 0, floating-point numbers by zero NaN. bool counts as int8.
RELATILE_FUNCTION(Fmod, fmod, 2, number, reals, C, 8, detail::fmod(x, y))

/// x to the power y; numpy.power. Integers stay integers and wrap; bool counts as int8.
///
/// Differs from NumPy, which throws, for integers to a negative power: the result is 1 / x^-y
/// rounded towards zero, so 1 for x = 1, 1 or -1 for x = -1, and 0 for everything else, also for x
/// = 0. Convert to double for fractions. x^0 is 1 for every x, even NaN. A complex zero is 0 to a
/// positive real power and NaN to all others but 0.
RELATILE_FUNCTION(Power, power, 2, number, numbers, C, 20, detail::power(x, y))

/// x to the power y, computed as double or complex<double>; numpy.float_power. Integers to negative
/// powers are fractions.
RELATILE_FUNCTION(FloatPower, float_power, 2, widest, numbers, C, 20, detail::power(x, y))

/// -x; numpy.negative. The smallest integer stays itself, unsigned integers wrap, bool is refused.
RELATILE_FUNCTION(Negative, negative, 1, same, not_bool, C, 1, detail::opposite(x))

/// +x, that is x; numpy.positive. bool is refused.
RELATILE_FUNCTION(Positive, positive, 1, same, not_bool, C, 0, x)

/// |x|; numpy.abs. Of complex numbers the modulus, as a real number. The smallest integer stays
/// itself.
RELATILE_FUNCTION(Abs, abs, 1, same, numbers, real_t<C>, 1, detail::magnitude(x))

/// |x| as a floating-point number; numpy.fabs. Complex numbers are refused: see abs.
RELATILE_FUNCTION(Fabs, fabs, 1, floating, reals, C, 1, std::abs(x))

/// 1, 0 or -1 as x is above, equal to or below zero; numpy.sign. NaN stays NaN, and -0.0 gives 0.0.
///
/// bool is refused, as in NumPy. So are complex numbers, for which NumPy 1 and NumPy 2 disagree.
RELATILE_FUNCTION(Sign, sign, 1, same, reals_not_bool, C, 1, detail::sign(x))

/// x * x; numpy.square. Integers wrap; bool counts as int8.
RELATILE_FUNCTION(Square, square, 1, number, numbers, C, 1, detail::product(x, x))

/// 1 / x in the type of x; numpy.reciprocal. Of integers it is 1, -1 or 0, and 0 for x = 0, where
/// NumPy leaves it open; bool counts as int8. The complex 1 / 0 is NaN. See divide for fractions of
/// integers.
RELATILE_FUNCTION(Reciprocal, reciprocal, 1, number, numbers, C, 4, detail::reciprocal(x))
