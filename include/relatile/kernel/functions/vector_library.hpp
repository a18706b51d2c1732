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

// What it has of the library's functions: one(functor, name in libm), or two(...) of two operands.
// Not pow, log10 and cbrt, which are right to the last place for one number: by vectors pow(x, 2)
// is not x * x in a quarter of all cases, nor are roots of cubes and logarithms of powers of ten
// whole.
// clang-format off
#define RELATILE_VECTOR_LIBRARY(one, two) \
  one(Log, log)                           \
  one(Log2, log2)                         \
  one(Log1p, log1p)                       \
  one(Exp2, exp2)                         \
  one(Expm1, expm1)                       \
  one(Sin, sin)                           \
  one(Cos, cos)                           \
  one(Tan, tan)                           \
  one(Sinh, sinh)                         \
  one(Cosh, cosh)                         \
  one(Tanh, tanh)                         \
  one(Arcsin, asin)                       \
  one(Arccos, acos)                       \
  one(Arctan, atan)                       \
  one(Arcsinh, asinh)                     \
  one(Arccosh, acosh)                     \
  one(Arctanh, atanh)                     \
  one(Erf, erf)                           \
  one(Erfc, erfc)                         \
  two(Arctan2, atan2)                     \
  two(Hypot, hypot)
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
