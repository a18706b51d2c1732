// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/functions/vectors.hpp"

// Runs of floating-point numbers that become one, by vectors. Compilers may not reorder these
// operations by themselves; several results side by side hide how long each of them takes.

namespace relatile::kernel::detail {

inline constexpr std::int64_t num_accumulators = 4;
/// Shorter runs are folded one by one: what begins and ends the work of vectors takes longer.
template <class T>
inline constexpr std::int64_t shortest_run = (is_complex_v<T> ? 4 : 2) * lanes_of<real_t<T>>;

/// Calls step(number of an accumulator, vector) for all whole vectors of a run; returns how many
/// elements that were.
template <class T, class Step>
std::int64_t for_each_vector(const T* elements, std::int64_t count, const Step& step) {
  constexpr std::int64_t lanes = lanes_of<T>;
  std::int64_t i = 0;
  Pack<T> next;
  for (; i + num_accumulators * lanes <= count; i += num_accumulators * lanes) {
#pragma GCC unroll 4
    for (std::int64_t a = 0; a < num_accumulators; ++a) {
      load<T>(next, elements + i + a * lanes);
      step(a, next);
    }
  }
  for (; i + lanes <= count; i += lanes) {
    load<T>(next, elements + i);
    step(0, next);
  }
  return i;
}

/// Results of vectors side by side, which begin as `value`.
template <class T>
struct Accumulators {
  Pack<T> vectors[std::size_t(num_accumulators)];

  explicit Accumulators(T value) {
    for (auto& vector : vectors) vector = Pack<T>{} + value;
  }
};

/// Sums of the elements whose number is 0, 1, ... modulo Parts: of a complex number's parts.
template <int Parts, class T>
std::array<T, std::size_t(Parts)> sums_of(const T* elements, std::int64_t count) {
  std::array<T, std::size_t(Parts)> result{};
  std::int64_t i = 0;
  if (count >= shortest_run<T>) {
    Accumulators<T> sums(T(0));
    auto& v = sums.vectors;
    i = for_each_vector(elements, count,
                        [&](std::int64_t a, const Pack<T>& next) { v[a] += next; });
    v[0] = (v[0] + v[1]) + (v[2] + v[3]);
    for (std::int64_t l = 0; l < lanes_of<T>; ++l) result[std::size_t(l % Parts)] += v[0][l];
  }
  for (; i < count; ++i) result[std::size_t(i % Parts)] += elements[i];
  return result;
}
template <class T>
T sum_of(const T* elements, std::int64_t count) {
  return sums_of<1>(elements, count)[0];
}
template <class T>
std::complex<T> sum_of(const std::complex<T>* elements, std::int64_t count) {
  if (count < shortest_run<std::complex<T>>) {
    std::complex<T> sum;
    for (std::int64_t i = 0; i < count; ++i) sum += elements[i];
    return sum;
  }
  const auto sums = sums_of<2>(reinterpret_cast<const T*>(elements), 2 * count);
  return {sums[0], sums[1]};
}

template <class T>
T product_of(const T* elements, std::int64_t count) {
  T result(1);
  std::int64_t i = 0;
  if (count >= shortest_run<T>) {
    Accumulators<T> products(T(1));
    auto& v = products.vectors;
    i = for_each_vector(elements, count,
                        [&](std::int64_t a, const Pack<T>& next) { v[a] *= next; });
    v[0] = (v[0] * v[1]) * (v[2] * v[3]);
    for (std::int64_t l = 0; l < lanes_of<T>; ++l) result *= v[0][l];
  }
  for (; i < count; ++i) result *= elements[i];
  return result;
}

/// a *= b of vectors of complex numbers, whose parts take turns.
template <class T, int... Lane>
void multiply_complex(Pack<T>& a, const Pack<T>& b, std::integer_sequence<int, Lane...>) {
  const Pack<T> signs{(Lane % 2 == 0 ? T(-1) : T(1))...};
  const Pack<T> real = __builtin_shufflevector(a, a, (Lane & ~1)...);
  const Pack<T> imaginary = __builtin_shufflevector(a, a, (Lane | 1)...);
  a = real * b + imaginary * signs * __builtin_shufflevector(b, b, (Lane ^ 1)...);
}
/// Without the rules for infinities of C++'s operator, which take longer than the product.
template <class T>
void multiply_complex(std::complex<T>& a, const std::complex<T>& b) {
  a = {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
template <class T>
std::complex<T> complex_product_of(const std::complex<T>* elements, std::int64_t count) {
  constexpr auto lanes = std::make_integer_sequence<int, int(lanes_of<T>)>{};
  const auto* parts = reinterpret_cast<const T*>(elements);
  std::complex<T> result(1);
  std::int64_t i = 0;
  if (count >= shortest_run<std::complex<T>>) {
    Accumulators<T> products(T(0));
    auto& v = products.vectors;
    for (auto& vector : v) {
      for (std::int64_t l = 0; l < lanes_of<T>; l += 2) vector[l] = T(1);
    }
    i = for_each_vector(parts, 2 * count, [&](std::int64_t a, const Pack<T>& next) {
      multiply_complex<T>(v[a], next, lanes);
    });
    for (std::int64_t a = 1; a < num_accumulators; ++a) multiply_complex<T>(v[0], v[a], lanes);
    for (std::int64_t l = 0; l < lanes_of<T>; l += 2) {
      multiply_complex(result, std::complex<T>(v[0][l], v[0][l + 1]));
    }
  }
  for (; i < 2 * count; i += 2) multiply_complex(result, elements[i / 2]);
  return result;
}

/// The greatest or the least number, `limit` if none is beyond it; NaN if one is NaN.
template <bool Greatest, class X>
void choose(X& chosen, const X& next) {
  if constexpr (Greatest) {
    chosen = next > chosen ? next : chosen;
  } else {
    chosen = next < chosen ? next : chosen;
  }
}
template <bool Greatest, class T>
T chosen_of(T limit, const T* elements, std::int64_t count) {
  T result = limit;
  bool special = false;
  std::int64_t i = 0;
  if (count >= shortest_run<T>) {
    Accumulators<T> chosen(limit);
    auto& v = chosen.vectors;
    decltype(v[0] != v[0]) no_numbers[std::size_t(num_accumulators)] = {};
    i = for_each_vector(elements, count, [&](std::int64_t a, const Pack<T>& next) {
      choose<Greatest>(v[a], next);
      no_numbers[a] |= next != next;
    });
    for (std::int64_t a = 1; a < num_accumulators; ++a) {
      choose<Greatest>(v[0], v[a]);
      no_numbers[0] |= no_numbers[a];
    }
    for (std::int64_t l = 0; l < lanes_of<T>; ++l) {
      choose<Greatest>(result, T(v[0][l]));
      special |= no_numbers[0][l] != 0;
    }
  }
  for (; i < count; ++i) {
    choose<Greatest>(result, elements[i]);
    special |= elements[i] != elements[i];
  }
  return special ? std::numeric_limits<T>::quiet_NaN() : result;
}

/// to[i] += numbers[i].
template <class T>
void add_to(T* to, const T* numbers, std::int64_t count) {
  std::int64_t i = 0;
  Pack<T> sum;
  Pack<T> next;
  for (; i + lanes_of<T> <= count; i += lanes_of<T>) {
    load<T>(sum, to + i);
    load<T>(next, numbers + i);
    sum += next;
    store<T>(to + i, sum);
  }
  for (; i < count; ++i) to[i] += numbers[i];
}

}  // namespace relatile::kernel::detail
