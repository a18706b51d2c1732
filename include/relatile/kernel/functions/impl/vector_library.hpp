// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/functions/vector_library.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "relatile/core/kernel.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace relatile::kernel {
namespace detail {

// The vectors that processors have for which this is compiled. In the names of functions the letter
// stands for these registers, the number for their elements, and a v for each operand.
#if defined(__AVX512F__)
using Doubles = __m512d;
using Floats = __m512;
#define RELATILE_OF_DOUBLES "_ZGVeN8"
#define RELATILE_OF_FLOATS "_ZGVeN16"
inline Doubles square_roots(Doubles x) { return _mm512_sqrt_pd(x); }
inline Floats square_roots(Floats x) { return _mm512_sqrt_ps(x); }
#elif defined(__AVX2__)
using Doubles = __m256d;
using Floats = __m256;
#define RELATILE_OF_DOUBLES "_ZGVdN4"
#define RELATILE_OF_FLOATS "_ZGVdN8"
inline Doubles square_roots(Doubles x) { return _mm256_sqrt_pd(x); }
inline Floats square_roots(Floats x) { return _mm256_sqrt_ps(x); }
#else
using Doubles = __m128d;
using Floats = __m128;
#define RELATILE_OF_DOUBLES "_ZGVbN2"
#define RELATILE_OF_FLOATS "_ZGVbN4"
inline Doubles square_roots(Doubles x) { return _mm_sqrt_pd(x); }
inline Floats square_roots(Floats x) { return _mm_sqrt_ps(x); }
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

#define RELATILE_VECTOR_FUNCTION_1(F, called)                                                \
  extern "C" Doubles relatile_doubles_##called(Doubles) noexcept __asm__(RELATILE_OF_DOUBLES \
                                                                         "v_" #called);      \
  extern "C" Floats relatile_floats_##called(Floats) noexcept __asm__(RELATILE_OF_FLOATS     \
                                                                      "v_" #called "f");     \
  template <>                                                                                \
  struct VectorFunction<function::F> {                                                       \
    static Doubles of(Doubles x) { return relatile_doubles_##called(x); }                    \
    static Floats of(Floats x) { return relatile_floats_##called(x); }                       \
  };
#define RELATILE_VECTOR_FUNCTION_2(F, called)                                           \
  extern "C" Doubles relatile_doubles_##called(                                         \
      Doubles, Doubles) noexcept __asm__(RELATILE_OF_DOUBLES "vv_" #called);            \
  extern "C" Floats relatile_floats_##called(                                           \
      Floats, Floats) noexcept __asm__(RELATILE_OF_FLOATS "vv_" #called "f");           \
  template <>                                                                           \
  struct VectorFunction<function::F> {                                                  \
    static Doubles of(Doubles x, Doubles y) { return relatile_doubles_##called(x, y); } \
    static Floats of(Floats x, Floats y) { return relatile_floats_##called(x, y); }     \
  };
RELATILE_VECTOR_LIBRARY(RELATILE_VECTOR_FUNCTION_1, RELATILE_VECTOR_FUNCTION_2)
#undef RELATILE_VECTOR_FUNCTION_1
#undef RELATILE_VECTOR_FUNCTION_2
#undef RELATILE_OF_DOUBLES
#undef RELATILE_OF_FLOATS

/// How many numbers C that vector has. What is compiled for other processors has other vectors, and
/// by this number another name.
template <class C>
inline constexpr std::int64_t lanes_of_library = sizeof(typename VectorOf<C>::type) / sizeof(C);

template <class C, std::int64_t Lanes>
typename VectorOf<C>::type vector_from(const C* elements) {
  typename VectorOf<C>::type vector;
  static_assert(sizeof(vector) == Lanes * sizeof(C));
  std::memcpy(&vector, elements, sizeof(vector));
  return vector;
}

/// F of as many elements as a vector has.
template <class F, class C, std::int64_t Lanes, std::size_t... X>
void run_vector(const std::array<const C*, sizeof...(X)>& operands, C* output,
                std::index_sequence<X...>) {
  const typename VectorOf<C>::type result =
      VectorFunction<F>::of(vector_from<C, Lanes>(operands[X])...);
  std::memcpy(output, &result, sizeof(result));
}

template <class F, class C, std::int64_t Lanes>
void run_vectors(const Chunk& chunk) {
  constexpr auto operands = std::make_index_sequence<std::size_t(F::arity)>{};
  std::array<const C*, F::arity> x;
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = static_cast<const C*>(chunk.inputs[k]);
  auto* output = static_cast<C*>(chunk.output);
  std::int64_t left = chunk.count;
  for (; left >= Lanes; left -= Lanes, output += Lanes) {
    run_vector<F, C, Lanes>(x, output, operands);
    for (const C*& from : x) from += Lanes;
  }
  if (left == 0) return;
  // What fills the last vector must not be a special value that its elements are not.
  std::array<std::array<C, Lanes>, F::arity> last;
  for (std::size_t k = 0; k < x.size(); ++k) {
    std::fill(std::copy_n(x[k], left, last[k].begin()), last[k].end(), x[k][0]);
    x[k] = last[k].data();
  }
  std::array<C, Lanes> results;
  run_vector<F, C, Lanes>(x, results.data(), operands);
  std::copy_n(results.begin(), left, output);
}

}  // namespace detail
}  // namespace relatile::kernel
#endif

namespace relatile::kernel {

/// F of numbers C, element by element of a chunk. All elements come from vectors, those that end a
/// chunk, too, so that a value does not depend on where it is.
template <class F, class C>
void run_by_vector_library(const Chunk& chunk) {
  static_assert(in_vector_library<F>);
#if defined(__x86_64__)
  detail::run_vectors<F, C, detail::lanes_of_library<C>>(chunk);
#endif
}

}  // namespace relatile::kernel
