// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A part of function/table.hpp, which explains the columns.
#ifndef RELATILE_FUNCTION
#define RELATILE_FUNCTION(...)
#endif

/// The bits set in both x and y; numpy.bitwise_and. Integers and bool only.
RELATILE_FUNCTION(BitwiseAnd, bitwise_and, 2, same, integers_and_bool, C, 1, x& y)

/// The bits set in x, in y or in both; numpy.bitwise_or. Integers and bool only.
RELATILE_FUNCTION(BitwiseOr, bitwise_or, 2, same, integers_and_bool, C, 1, x | y)

/// The bits set in exactly one of x and y; numpy.bitwise_xor. Integers and bool only.
RELATILE_FUNCTION(BitwiseXor, bitwise_xor, 2, same, integers_and_bool, C, 1, x ^ y)

/// The bits not set in x; numpy.bitwise_not. Integers only; of bool it is `not`.
RELATILE_FUNCTION(BitwiseNot, bitwise_not, 1, same, integers_and_bool, C, 1, detail::complement(x))

/// How many bits of |x| are set; numpy.bitwise_count of NumPy 2. Integers and bool only.
RELATILE_FUNCTION(BitwiseCount, bitwise_count, 1, same, integers_and_bool, std::uint8_t, 1,
                  detail::bits_set(x))

/// x * 2^y in the bits of x; numpy.left_shift. Integers only; bool counts as int8.
///
/// Shifting by all bits of the type or more, or by a negative number, gives 0.
RELATILE_FUNCTION(LeftShift, left_shift, 2, number, integers_and_bool, C, 1,
                  detail::left_shift(x, y))

/// x / 2^y, rounded down; numpy.right_shift. Integers only; bool counts as int8.
///
/// Shifting by all bits of the type or more, or by a negative number, gives 0, or -1 for negative
/// x.
RELATILE_FUNCTION(RightShift, right_shift, 2, number, integers_and_bool, C, 1,
                  detail::right_shift(x, y))

/// The greatest common divisor of |x| and |y|; numpy.gcd. Integers only; gcd(0, 0) is 0.
RELATILE_FUNCTION(Gcd, gcd, 2, same, integers, C, 20, detail::greatest_common_divisor(x, y))

/// The least common multiple of |x| and |y|; numpy.lcm. Integers only, and it wraps; 0 if either
/// is.
RELATILE_FUNCTION(Lcm, lcm, 2, same, integers, C, 20, detail::least_common_multiple(x, y))
