// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdlib>  // and whether the C library is glibc

#include "relatile/function/list.hpp"

namespace relatile::kernel {

// glibc's libm comes with functions of vectors, within 4 units in the last place and right at
// special values. Linkers find them where they find libm. All of these are there from 2.35 on.
#if defined(__x86_64__) && defined(__GLIBC__)
inline constexpr bool has_vector_library = __GLIBC__ > 2 || __GLIBC_MINOR__ >= 35;
#else
inline constexpr bool has_vector_library = false;
#endif

// What it has of the library's functions of one number: one(functor, name in libm), or
// bounded(...) where rounding may leave what is between -1 and 1. Not pow, log10, cbrt, hypot and
// arctan2, which the C library rounds better for one number: by vectors pow(x, 2) is not x * x in a
// quarter of all cases, hypot(x, y) not hypot(y, x) in a ninth, and roots of cubes, logarithms of
// powers of ten and angles of diagonals are off by a unit.
// clang-format off
#define RELATILE_VECTOR_LIBRARY(one, bounded) \
  one(Log, log)                               \
  one(Log2, log2)                             \
  one(Log1p, log1p)                           \
  one(Exp2, exp2)                             \
  one(Expm1, expm1)                           \
  bounded(Sin, sin)                           \
  bounded(Cos, cos)                           \
  one(Tan, tan)                               \
  one(Sinh, sinh)                             \
  one(Cosh, cosh)                             \
  bounded(Tanh, tanh)                         \
  one(Arcsin, asin)                           \
  one(Arccos, acos)                           \
  one(Arctan, atan)                           \
  one(Arcsinh, asinh)                         \
  one(Arccosh, acosh)                         \
  one(Arctanh, atanh)                         \
  bounded(Erf, erf)                           \
  one(Erfc, erfc)
// clang-format on

/// Whether F of floats, or of doubles, has code of vectors there, or as an instruction.
template <class F>
inline constexpr bool in_vector_library = false;
template <>
inline constexpr bool in_vector_library<function::Sqrt> = has_vector_library;
#define RELATILE_IN_VECTOR_LIBRARY(F, called) \
  template <>                                 \
  inline constexpr bool in_vector_library<function::F> = has_vector_library;
RELATILE_VECTOR_LIBRARY(RELATILE_IN_VECTOR_LIBRARY, RELATILE_IN_VECTOR_LIBRARY)
#undef RELATILE_IN_VECTOR_LIBRARY

}  // namespace relatile::kernel
