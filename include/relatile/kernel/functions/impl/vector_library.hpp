// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/functions/vector_library.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "relatile/core/kernel.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace relatile::kernel {
namespace detail {

// The vectors that processors have for which this is compiled. In the names of functions the letter
// stands for these registers, the number for their elements, and the v for an operand. Where one is
// a NaN, minima and maxima are the second operand.
#if defined(__AVX512F__)
using Doubles = __m512d;
using Floats = __m512;
#define RELATILE_OF_DOUBLES "_ZGVeN8"
#define RELATILE_OF_FLOATS "_ZGVeN16"
inline Doubles square_roots(Doubles x) { return _mm512_sqrt_pd(x); }
inline Floats square_roots(Floats x) { return _mm512_sqrt_ps(x); }
inline Doubles within_one(Doubles x) {
  return _mm512_max_pd(_mm512_set1_pd(-1), _mm512_min_pd(_mm512_set1_pd(1), x));
}
inline Floats within_one(Floats x) {
  return _mm512_max_ps(_mm512_set1_ps(-1), _mm512_min_ps(_mm512_set1_ps(1), x));
}
#elif defined(__AVX2__)
using Doubles = __m256d;
using Floats = __m256;
#define RELATILE_OF_DOUBLES "_ZGVdN4"
#define RELATILE_OF_FLOATS "_ZGVdN8"
inline Doubles square_roots(Doubles x) { return _mm256_sqrt_pd(x); }
inline Floats square_roots(Floats x) { return _mm256_sqrt_ps(x); }
inline Doubles within_one(Doubles x) {
  return _mm256_max_pd(_mm256_set1_pd(-1), _mm256_min_pd(_mm256_set1_pd(1), x));
}
inline Floats within_one(Floats x) {
  return _mm256_max_ps(_mm256_set1_ps(-1), _mm256_min_ps(_mm256_set1_ps(1), x));
}
#else
using Doubles = __m128d;
using Floats = __m128;
#define RELATILE_OF_DOUBLES "_ZGVbN2"
#define RELATILE_OF_FLOATS "_ZGVbN4"
inline Doubles square_roots(Doubles x) { return _mm_sqrt_pd(x); }
inline Floats square_roots(Floats x) { return _mm_sqrt_ps(x); }
inline Doubles within_one(Doubles x) {
  return _mm_max_pd(_mm_set1_pd(-1), _mm_min_pd(_mm_set1_pd(1), x));
}
inline Floats within_one(Floats x) {
  return _mm_max_ps(_mm_set1_ps(-1), _mm_min_ps(_mm_set1_ps(1), x));
}
#endif

/// The vector of numbers C.
template <class C>
struct VectorOf;
template <>
struct VectorOf<double> {
  using type = Doubles;
};
template <>
struct VectorOf<float> {
  using type = Floats;
};

/// F of vectors.
template <class F>
struct VectorFunction;
template <>
struct VectorFunction<function::Sqrt> {
  static Doubles of(Doubles x) { return square_roots(x); }
  static Floats of(Floats x) { return square_roots(x); }
};

#define RELATILE_VECTOR_FUNCTION(F, called, made)                                            \
  extern "C" Doubles relatile_doubles_##called(Doubles) noexcept __asm__(RELATILE_OF_DOUBLES \
                                                                         "v_" #called);      \
  extern "C" Floats relatile_floats_##called(Floats) noexcept __asm__(RELATILE_OF_FLOATS     \
                                                                      "v_" #called "f");     \
  template <>                                                                                \
  struct VectorFunction<function::F> {                                                       \
    static Doubles of(Doubles x) { return made(relatile_doubles_##called(x)); }              \
    static Floats of(Floats x) { return made(relatile_floats_##called(x)); }                 \
  };
#define RELATILE_ANY_VECTOR_FUNCTION(F, called) RELATILE_VECTOR_FUNCTION(F, called, )
#define RELATILE_BOUNDED_VECTOR_FUNCTION(F, called) RELATILE_VECTOR_FUNCTION(F, called, within_one)
RELATILE_VECTOR_LIBRARY(RELATILE_ANY_VECTOR_FUNCTION, RELATILE_BOUNDED_VECTOR_FUNCTION)
#undef RELATILE_VECTOR_FUNCTION
#undef RELATILE_ANY_VECTOR_FUNCTION
#undef RELATILE_BOUNDED_VECTOR_FUNCTION
#undef RELATILE_OF_DOUBLES
#undef RELATILE_OF_FLOATS

/// How many numbers C that vector has: in the names of all that is compiled for it, so that a loop
/// and what it calls agree.
template <class C>
inline constexpr std::int64_t lanes_of_library = sizeof(typename VectorOf<C>::type) / sizeof(C);

/// F of as many elements as a vector has.
template <class F, class C, std::int64_t Lanes>
void run_vector(const C* elements, C* output) {
  typename VectorOf<C>::type x;
  static_assert(sizeof(x) == Lanes * sizeof(C));
  std::memcpy(&x, elements, sizeof(x));
  x = VectorFunction<F>::of(x);
  std::memcpy(output, &x, sizeof(x));
}

}  // namespace detail

/// F of numbers C, element by element of a chunk. All elements come from vectors, those that end a
/// chunk, too, so that a value does not depend on where it is.
template <class F, class C, std::int64_t Lanes = detail::lanes_of_library<C>>
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
