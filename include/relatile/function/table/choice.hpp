// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A part of function/table.hpp, which explains the columns.
#ifndef RELATILE_FUNCTION
#define RELATILE_FUNCTION(...)
#endif

// ---- Choices ----

/// The larger of x and y; numpy.maximum. NaN if either is NaN (see fmax). Complex numbers have no
/// order here, though NumPy gives them one.
RELATILE_FUNCTION(Maximum, maximum, 2, same, reals, C, 1, detail::maximum(x, y))

/// The smaller of x and y; numpy.minimum. NaN if either is NaN (see fmin). Complex numbers have no
/// order here, though NumPy gives them one.
RELATILE_FUNCTION(Minimum, minimum, 2, same, reals, C, 1, detail::minimum(x, y))

/// The larger of x and y; numpy.fmax. If one of them is NaN, the other; NaN if both are.
RELATILE_FUNCTION(Fmax, fmax, 2, same, reals, C, 1, detail::fmax(x, y))

/// The smaller of x and y; numpy.fmin. If one of them is NaN, the other; NaN if both are.
RELATILE_FUNCTION(Fmin, fmin, 2, same, reals, C, 1, detail::fmin(x, y))

/// x limited to the range y..z, that is minimum(maximum(x, y), z); numpy.clip.
///
/// NaN if any operand is NaN. If y > z the result is z.
RELATILE_FUNCTION(Clip, clip, 3, same, reals, C, 2, detail::minimum(detail::maximum(x, y), z))

/// The second operand where the first, a condition, holds (is not zero), else the third;
/// numpy.where. With one operand, where(mask) is nonzero(mask).
///
/// The result's type is the promoted one of the choices; the condition takes no part in it.
RELATILE_FUNCTION(Where, where, 3, choice, numbers, C, 1, detail::chosen(x, y, z))

// ---- Comparison ----

/// Whether x equals y; numpy.equal, false if either is NaN.
///
/// Both are promoted first, so int64 and uint64 are compared as double, as in NumPy before 1.25.
RELATILE_FUNCTION(Equal, equal, 2, same, numbers, bool, 1, x == y)

/// Whether x differs from y; numpy.not_equal, true if either is NaN.
///
/// Both are promoted first, so int64 and uint64 are compared as double, as in NumPy before 1.25.
RELATILE_FUNCTION(NotEqual, not_equal, 2, same, numbers, bool, 1, x != y)

/// Whether x is less than y; numpy.less, false if either is NaN. Complex numbers have no order
/// here.
///
/// Both are promoted first, so int64 and uint64 are compared as double, as in NumPy before 1.25.
RELATILE_FUNCTION(Less, less, 2, same, reals, bool, 1, x < y)

/// Whether x is less than or equal to y; numpy.less_equal, false if either is NaN. Complex numbers
/// have no order here.
///
/// Both are promoted first, so int64 and uint64 are compared as double, as in NumPy before 1.25.
RELATILE_FUNCTION(LessEqual, less_equal, 2, same, reals, bool, 1, x <= y)

/// Whether x is greater than y; numpy.greater, false if either is NaN. Complex numbers have no
/// order here.
///
/// Both are promoted first, so int64 and uint64 are compared as double, as in NumPy before 1.25.
RELATILE_FUNCTION(Greater, greater, 2, same, reals, bool, 1, x > y)

/// Whether x is greater than or equal to y; numpy.greater_equal, false if either is NaN. Complex
/// numbers have no order here.
///
/// Both are promoted first, so int64 and uint64 are compared as double, as in NumPy before 1.25.
RELATILE_FUNCTION(GreaterEqual, greater_equal, 2, same, reals, bool, 1, x >= y)

// ---- Logic ----

/// Whether x and y are both not zero; numpy.logical_and. NaN is not zero.
RELATILE_FUNCTION(LogicalAnd, logical_and, 2, boolean, numbers, bool, 1, x& y)

/// Whether x or y is not zero, or both; numpy.logical_or. NaN is not zero.
RELATILE_FUNCTION(LogicalOr, logical_or, 2, boolean, numbers, bool, 1, x | y)

/// Whether exactly one of x and y is not zero; numpy.logical_xor. NaN is not zero.
RELATILE_FUNCTION(LogicalXor, logical_xor, 2, boolean, numbers, bool, 1, x ^ y)

/// Whether x is zero; numpy.logical_not. NaN is not.
RELATILE_FUNCTION(LogicalNot, logical_not, 1, boolean, numbers, bool, 1, detail::logical_not(x))
