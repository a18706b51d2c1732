// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/functions/vector_library.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "relatile/core/kernel.hpp"
#include "relatile/kernel/functions/vectors.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace relatile::kernel {
namespace detail {

// In the names of functions the letter stands for the registers of vectors.hpp, the number for
// their elements, and the v for an operand.
#if defined(__AVX512F__)
#define RELATILE_OF_DOUBLES "_ZGVeN8"
#define RELATILE_OF_FLOATS "_ZGVeN16"
inline Pack<double> square_roots(Pack<double> x) { return _mm512_sqrt_pd(x); }
inline Pack<float> square_roots(Pack<float> x) { return _mm512_sqrt_ps(x); }
#elif defined(__AVX__)
#if defined(__AVX2__)
#define RELATILE_OF_DOUBLES "_ZGVdN4"
#define RELATILE_OF_FLOATS "_ZGVdN8"
#else
#define RELATILE_OF_DOUBLES "_ZGVcN4"
#define RELATILE_OF_FLOATS "_ZGVcN8"
#endif
inline Pack<double> square_roots(Pack<double> x) { return _mm256_sqrt_pd(x); }
inline Pack<float> square_roots(Pack<float> x) { return _mm256_sqrt_ps(x); }
#else
#define RELATILE_OF_DOUBLES "_ZGVbN2"
#define RELATILE_OF_FLOATS "_ZGVbN4"
inline Pack<double> square_roots(Pack<double> x) { return _mm_sqrt_pd(x); }
inline Pack<float> square_roots(Pack<float> x) { return _mm_sqrt_ps(x); }
#endif

/// Numbers beyond -1 or 1 as these; a NaN is neither.
template <class Vector>
Vector within_one(Vector x) {
  const Vector one = Vector{} + 1;
  const Vector below = x > one ? one : x;
  return below < -one ? -one : below;
}

/// F of vectors.
template <class F>
struct VectorFunction;
template <>
struct VectorFunction<function::Sqrt> {
  static Pack<double> of(Pack<double> x) { return square_roots(x); }
  static Pack<float> of(Pack<float> x) { return square_roots(x); }
};

#define RELATILE_VECTOR_FUNCTION(F, called, made)                                                  \
  extern "C" Pack<double> relatile_doubles_##called(Pack<double>) noexcept __asm__(                \
      RELATILE_OF_DOUBLES "v_" #called);                                                           \
  extern "C" Pack<float> relatile_floats_##called(Pack<float>) noexcept __asm__(RELATILE_OF_FLOATS \
                                                                                "v_" #called "f"); \
  template <>                                                                                      \
  struct VectorFunction<function::F> {                                                             \
    static Pack<double> of(Pack<double> x) { return made(relatile_doubles_##called(x)); }          \
    static Pack<float> of(Pack<float> x) { return made(relatile_floats_##called(x)); }             \
  };
#define RELATILE_ANY_VECTOR_FUNCTION(F, called) RELATILE_VECTOR_FUNCTION(F, called, )
#define RELATILE_BOUNDED_VECTOR_FUNCTION(F, called) RELATILE_VECTOR_FUNCTION(F, called, within_one)
RELATILE_VECTOR_LIBRARY(RELATILE_ANY_VECTOR_FUNCTION, RELATILE_BOUNDED_VECTOR_FUNCTION)
#undef RELATILE_VECTOR_FUNCTION
#undef RELATILE_ANY_VECTOR_FUNCTION
#undef RELATILE_BOUNDED_VECTOR_FUNCTION
#undef RELATILE_OF_DOUBLES
#undef RELATILE_OF_FLOATS

/// F of as many elements as a vector has.
template <class F, class C, std::int64_t Lanes>
void run_vector(const C* elements, C* output) {
  Pack<C> x;
  load<C>(x, elements);
  store<C>(output, VectorFunction<F>::of(x));
}

}  // namespace detail

/// F of numbers C, element by element of a chunk. All elements come from vectors, those that end a
/// chunk, too, so that a value does not depend on where it is. Lanes are in the names of all that
/// is compiled for these vectors, so that a loop and what it calls agree.
template <class F, class C, std::int64_t Lanes = lanes_of<C>>
void run_by_vector_library(const Chunk& chunk) {
  const C* x = static_cast<const C*>(chunk.inputs[0]);
  C* output = static_cast<C*>(chunk.output);
  std::int64_t left = chunk.count;
  for (; left >= Lanes; left -= Lanes, x += Lanes, output += Lanes) {
    detail::run_vector<F, C, Lanes>(x, output);
  }
  if (left == 0) return;
  std::array<C, Lanes> last;
  // What fills the last vector must not be a special value that its elements are not.
  std::fill(std::copy_n(x, left, last.begin()), last.end(), x[0]);
  detail::run_vector<F, C, Lanes>(last.data(), last.data());
  std::copy_n(last.begin(), left, output);
}

}  // namespace relatile::kernel
#endif
