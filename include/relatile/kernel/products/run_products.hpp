// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "relatile/core/promotion.hpp"
#include "relatile/function/list.hpp"
#include "relatile/kernel/functions/vectors.hpp"

// Products along consecutive elements: what contractions are made of where there are no matrices.

namespace relatile::kernel::detail {

/// Whether vectors of the machine multiply such numbers; integers wrap in them. Those of 64 bits it
/// may have to multiply in parts, which takes longer than one by one.
#if defined(__AVX512DQ__)
inline constexpr std::size_t widest_integer_in_vectors = 8;
#else
inline constexpr std::size_t widest_integer_in_vectors = 4;
#endif
template <class T>
inline constexpr bool in_vectors = std::is_floating_point_v<T> ||
                                   (std::is_integral_v<T> &&
                                    sizeof(T) <= widest_integer_in_vectors);

/// sum + a * b, wrapping.
template <class T>
T plus_product(const T& sum, const T& a, const T& b) {
  return static_cast<T>(sum + function::Multiply::apply(a, b));
}

/// The sum of a[i] * b[i].
template <class T>
T dot(const T* a, const T* b, std::int64_t count) {
  T sum(0);
  std::int64_t i = 0;
  if constexpr (in_vectors<T>) {
    constexpr std::int64_t lanes = lanes_of<T>;
    if (count >= 2 * lanes) {
      Pack<T> sums[4] = {};
      Pack<T> x;
      Pack<T> y;
      const auto add = [&](std::int64_t at, Pack<T>& to) {
        load<T>(x, a + at);
        load<T>(y, b + at);
        to += x * y;
      };
      for (; i + 4 * lanes <= count; i += 4 * lanes) {
#pragma GCC unroll 4
        for (std::int64_t k = 0; k < 4; ++k) add(i + k * lanes, sums[k]);
      }
      for (; i + lanes <= count; i += lanes) add(i, sums[0]);
      sums[0] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      for (std::int64_t l = 0; l < lanes; ++l) sum = static_cast<T>(sum + sums[0][l]);
    }
  } else {
    T other(0);  // what is added to the one sum does not wait for the other
    for (; i + 2 <= count; i += 2) {
      sum = plus_product(sum, a[i], b[i]);
      other = plus_product(other, a[i + 1], b[i + 1]);
    }
    sum += other;
  }
  for (; i < count; ++i) sum = plus_product(sum, a[i], b[i]);
  return sum;
}

/// to[i] += factor * x[i], or to[i] = factor * x[i].
template <bool Writes, class T>
void add_scaled(T factor, const T* x, std::int64_t count, T* to) {
  std::int64_t i = 0;
  if constexpr (in_vectors<T>) {
    const Pack<T> factors = Pack<T>{} + factor;
    Pack<T> numbers;
    Pack<T> sum = {};
    for (; i + lanes_of<T> <= count; i += lanes_of<T>) {
      load<T>(numbers, x + i);
      if constexpr (!Writes) load<T>(sum, to + i);
      store<T>(to + i, Writes ? factors * numbers : sum + factors * numbers);
    }
  }
  for (; i < count; ++i) to[i] = plus_product(Writes ? T(0) : to[i], factor, x[i]);
}

/// to[i] += a[i] * b[i], or to[i] = a[i] * b[i].
template <bool Writes, class T>
void add_products(const T* a, const T* b, std::int64_t count, T* to) {
  std::int64_t i = 0;
  if constexpr (in_vectors<T>) {
    Pack<T> x;
    Pack<T> y;
    Pack<T> sum = {};
    for (; i + lanes_of<T> <= count; i += lanes_of<T>) {
      load<T>(x, a + i);
      load<T>(y, b + i);
      if constexpr (!Writes) load<T>(sum, to + i);
      store<T>(to + i, Writes ? x * y : sum + x * y);
    }
  }
  for (; i < count; ++i) to[i] = plus_product(Writes ? T(0) : to[i], a[i], b[i]);
}

}  // namespace relatile::kernel::detail
