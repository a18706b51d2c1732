// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/type_list.hpp"
#include "relatile/function/elementwise/abs.hpp"
#include "relatile/function/elementwise/add.hpp"
#include "relatile/function/elementwise/angle.hpp"
#include "relatile/function/elementwise/arccos.hpp"
#include "relatile/function/elementwise/arccosh.hpp"
#include "relatile/function/elementwise/arcsin.hpp"
#include "relatile/function/elementwise/arcsinh.hpp"
#include "relatile/function/elementwise/arctan.hpp"
#include "relatile/function/elementwise/arctan2.hpp"
#include "relatile/function/elementwise/arctanh.hpp"
#include "relatile/function/elementwise/bitwise_and.hpp"
#include "relatile/function/elementwise/bitwise_not.hpp"
#include "relatile/function/elementwise/bitwise_or.hpp"
#include "relatile/function/elementwise/bitwise_xor.hpp"
#include "relatile/function/elementwise/cbrt.hpp"
#include "relatile/function/elementwise/ceil.hpp"
#include "relatile/function/elementwise/clip.hpp"
#include "relatile/function/elementwise/conj.hpp"
#include "relatile/function/elementwise/copysign.hpp"
#include "relatile/function/elementwise/cos.hpp"
#include "relatile/function/elementwise/cosh.hpp"
#include "relatile/function/elementwise/degrees.hpp"
#include "relatile/function/elementwise/divide.hpp"
#include "relatile/function/elementwise/equal.hpp"
#include "relatile/function/elementwise/exp.hpp"
#include "relatile/function/elementwise/exp2.hpp"
#include "relatile/function/elementwise/expm1.hpp"
#include "relatile/function/elementwise/floor.hpp"
#include "relatile/function/elementwise/floor_divide.hpp"
#include "relatile/function/elementwise/fmax.hpp"
#include "relatile/function/elementwise/fmin.hpp"
#include "relatile/function/elementwise/fmod.hpp"
#include "relatile/function/elementwise/gcd.hpp"
#include "relatile/function/elementwise/greater.hpp"
#include "relatile/function/elementwise/greater_equal.hpp"
#include "relatile/function/elementwise/heaviside.hpp"
#include "relatile/function/elementwise/hypot.hpp"
#include "relatile/function/elementwise/imag.hpp"
#include "relatile/function/elementwise/isfinite.hpp"
#include "relatile/function/elementwise/isinf.hpp"
#include "relatile/function/elementwise/isnan.hpp"
#include "relatile/function/elementwise/lcm.hpp"
#include "relatile/function/elementwise/left_shift.hpp"
#include "relatile/function/elementwise/less.hpp"
#include "relatile/function/elementwise/less_equal.hpp"
#include "relatile/function/elementwise/log.hpp"
#include "relatile/function/elementwise/log10.hpp"
#include "relatile/function/elementwise/log1p.hpp"
#include "relatile/function/elementwise/log2.hpp"
#include "relatile/function/elementwise/logaddexp.hpp"
#include "relatile/function/elementwise/logical_and.hpp"
#include "relatile/function/elementwise/logical_not.hpp"
#include "relatile/function/elementwise/logical_or.hpp"
#include "relatile/function/elementwise/logical_xor.hpp"
#include "relatile/function/elementwise/logistic.hpp"
#include "relatile/function/elementwise/maximum.hpp"
#include "relatile/function/elementwise/minimum.hpp"
#include "relatile/function/elementwise/multiply.hpp"
#include "relatile/function/elementwise/negative.hpp"
#include "relatile/function/elementwise/not_equal.hpp"
#include "relatile/function/elementwise/positive.hpp"
#include "relatile/function/elementwise/power.hpp"
#include "relatile/function/elementwise/radians.hpp"
#include "relatile/function/elementwise/real.hpp"
#include "relatile/function/elementwise/reciprocal.hpp"
#include "relatile/function/elementwise/remainder.hpp"
#include "relatile/function/elementwise/right_shift.hpp"
#include "relatile/function/elementwise/rint.hpp"
#include "relatile/function/elementwise/sign.hpp"
#include "relatile/function/elementwise/signbit.hpp"
#include "relatile/function/elementwise/sin.hpp"
#include "relatile/function/elementwise/sinh.hpp"
#include "relatile/function/elementwise/sqrt.hpp"
#include "relatile/function/elementwise/square.hpp"
#include "relatile/function/elementwise/subtract.hpp"
#include "relatile/function/elementwise/tan.hpp"
#include "relatile/function/elementwise/tanh.hpp"
#include "relatile/function/elementwise/trunc.hpp"
#include "relatile/function/elementwise/where.hpp"

namespace relatile::function {

/// All elementwise functions of the library. A new one is added here and nowhere else.
using Elementwise =
    TypeList<Add, Subtract, Multiply, Divide, FloorDivide, Remainder, Fmod, Power, Negative,
             Positive, Abs, Sign, Square, Reciprocal, Maximum, Minimum, Fmax, Fmin, Clip, Where,
             Exp, Exp2, Expm1, Log, Log2, Log10, Log1p, Logaddexp, Logistic, Sqrt, Cbrt, Sin, Cos,
             Tan, Sinh, Cosh, Tanh, Arcsin, Arccos, Arctan, Arcsinh, Arccosh, Arctanh, Arctan2,
             Hypot, Degrees, Radians, Floor, Ceil, Trunc, Rint, Isnan, Isinf, Isfinite, Signbit,
             Copysign, Heaviside, Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual,
             LogicalAnd, LogicalOr, LogicalXor, LogicalNot, BitwiseAnd, BitwiseOr, BitwiseXor,
             BitwiseNot, LeftShift, RightShift, Gcd, Lcm, Conj, Real, Imag, Angle>;

}  // namespace relatile::function
