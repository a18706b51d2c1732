// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/factorizations/row_major.hpp"
#include "relatile/kernel/functions/vectors.hpp"

// What smallest factorizations do with rows and columns. Complex numbers are vectors of their
// parts, which take turns; without the rules for infinities of C++'s operators.

namespace relatile::kernel::detail {

template <class T>
T multiplied(const T& a, const T& b) {
  if constexpr (is_complex_v<T>) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  } else {
    return a * b;
  }
}

/// Numbers side by side in so many bytes: the widest vectors that there are, and for what these
/// leave over halves of them.
template <class R, std::size_t Bytes>
using Lanes [[gnu::vector_size(Bytes)]] = R;
template <class R, std::size_t Bytes>
inline constexpr auto numbers_of_lanes = std::make_integer_sequence<int, int(Bytes / sizeof(R))>{};
inline constexpr std::size_t narrowest = 16;

template <class R, std::size_t Bytes>
Lanes<R, Bytes> load_lanes(const R* from) {
  Lanes<R, Bytes> lanes;
  std::memcpy(&lanes, from, Bytes);
  return lanes;
}
/// The two parts of each complex number exchanged.
template <class R, std::size_t Bytes, int... Lane>
Lanes<R, Bytes> exchanged(const Lanes<R, Bytes>& x, std::integer_sequence<int, Lane...>) {
  return __builtin_shufflevector(x, x, (Lane ^ 1)...);
}
/// -1, 1, -1 and so on.
template <class R, std::size_t Bytes, int... Lane>
Lanes<R, Bytes> signs(std::integer_sequence<int, Lane...>) {
  return Lanes<R, Bytes>{(Lane % 2 == 0 ? R(-1) : R(1))...};
}
/// The sum of a vector's halves.
template <class R, std::size_t Bytes, int... Lane>
Lanes<R, Bytes / 2> halves_added(const Lanes<R, Bytes>& x, std::integer_sequence<int, Lane...>) {
  constexpr int half = int(sizeof...(Lane));
  const Lanes<R, Bytes / 2> low = __builtin_shufflevector(x, x, Lane...);
  const Lanes<R, Bytes / 2> high = __builtin_shufflevector(x, x, (Lane + half)...);
  return low + high;
}

/// y += factor x, `count` real numbers, from number i on.
template <class T, std::size_t Bytes>
void add_multiple_from(real_t<T>* y, const T& factor, const real_t<T>* x, std::int64_t i,
                       std::int64_t count) {
  using R = real_t<T>;
  constexpr auto step = std::int64_t(Bytes / sizeof(R));
  constexpr auto lanes = numbers_of_lanes<R, Bytes>;
  for (; i + step <= count; i += step) {
    const auto next = load_lanes<R, Bytes>(x + i);
    auto sum = load_lanes<R, Bytes>(y + i);
    sum += std::real(factor) * next;
    if constexpr (is_complex_v<T>) {
      sum += (factor.imag() * signs<R, Bytes>(lanes)) * exchanged<R, Bytes>(next, lanes);
    }
    std::memcpy(y + i, &sum, Bytes);
  }
  if constexpr (Bytes > narrowest) {
    add_multiple_from<T, Bytes / 2>(y, factor, x, i, count);
  } else {
    constexpr std::int64_t parts = sizeof(T) / sizeof(R);
    for (i /= parts; i < count / parts; ++i) {
      reinterpret_cast<T*>(y)[i] += multiplied(factor, reinterpret_cast<const T*>(x)[i]);
    }
  }
}
/// y += factor x.
template <class T>
[[gnu::noinline]] void add_multiple(T* y, const T& factor, const T* x, std::int64_t count) {
  using R = real_t<T>;
  add_multiple_from<T, vector_bytes>(reinterpret_cast<R*>(y), factor, reinterpret_cast<const R*>(x),
                                     0, count * std::int64_t(sizeof(T) / sizeof(R)));
}

/// Products of x and y, whose sum is the real part of conj(x) y, and those across: of imaginary
/// parts and real ones, whose sum with alternating signs is the imaginary part.
template <class T, std::size_t Bytes>
struct DotLanes {
  using R = real_t<T>;
  Lanes<R, Bytes> along{};
  Lanes<R, Bytes> across{};

  void add(const R* x, const R* y) {
    const auto a = load_lanes<R, Bytes>(x);
    const auto b = load_lanes<R, Bytes>(y);
    along += a * b;
    if constexpr (is_complex_v<T>) {
      across += exchanged<R, Bytes>(a, numbers_of_lanes<R, Bytes>) * b;
    }
  }
  void add(const DotLanes& other) {
    along += other.along;
    across += other.across;
  }
  DotLanes<T, Bytes / 2> halved() const {
    constexpr auto half = numbers_of_lanes<R, Bytes / 2>;
    return {halves_added<R, Bytes>(along, half), halves_added<R, Bytes>(across, half)};
  }
  T sum() const {
    T all(0);
    for (int l = 0; l < int(Bytes / sizeof(R)); ++l) {
      if constexpr (is_complex_v<T>) {
        all += T(along[l], l % 2 == 0 ? -across[l] : across[l]);
      } else {
        all += along[l];
      }
    }
    return all;
  }
};
/// Inlined, since vectors that are passed go through memory.
template <class T, std::size_t Bytes>
[[gnu::always_inline]] inline T dot_from(DotLanes<T, Bytes> lanes, const real_t<T>* x,
                                         const real_t<T>* y, std::int64_t i, std::int64_t count) {
  using R = real_t<T>;
  constexpr auto step = std::int64_t(Bytes / sizeof(R));
  for (; i + step <= count; i += step) lanes.add(x + i, y + i);
  if constexpr (Bytes > narrowest) {
    return dot_from<T, Bytes / 2>(lanes.halved(), x, y, i, count);
  } else {
    T sum = lanes.sum();
    constexpr std::int64_t parts = sizeof(T) / sizeof(R);
    for (i /= parts; i < count / parts; ++i) {
      sum +=
          multiplied(conjugate(reinterpret_cast<const T*>(x)[i]), reinterpret_cast<const T*>(y)[i]);
    }
    return sum;
  }
}
/// The sum of conj(x) y: four sums side by side hide how long each addition takes.
template <class T>
[[gnu::noinline]] T conjugate_dot(const T* of_x, const T* of_y, std::int64_t of_count) {
  using R = real_t<T>;
  constexpr auto step = std::int64_t(vector_bytes / sizeof(R));
  const R* const x = reinterpret_cast<const R*>(of_x);
  const R* const y = reinterpret_cast<const R*>(of_y);
  const std::int64_t count = of_count * std::int64_t(sizeof(T) / sizeof(R));
  DotLanes<T, vector_bytes> first;
  std::int64_t i = 0;
  if (count >= 4 * step) {
    DotLanes<T, vector_bytes> second;
    DotLanes<T, vector_bytes> third;
    DotLanes<T, vector_bytes> fourth;
    for (; i + 4 * step <= count; i += 4 * step) {
      first.add(x + i, y + i);
      second.add(x + i + step, y + i + step);
      third.add(x + i + 2 * step, y + i + 2 * step);
      fourth.add(x + i + 3 * step, y + i + 3 * step);
    }
    third.add(fourth);
    first.add(second);
    first.add(third);
  }
  return dot_from<T, vector_bytes>(first, x, y, i, count);
}

template <class T>
real_t<T> squared_norm(const T* x, std::int64_t count) {
  using R = real_t<T>;
  const R* const parts = reinterpret_cast<const R*>(x);
  return conjugate_dot<R>(parts, parts, count * std::int64_t(sizeof(T) / sizeof(R)));
}

/// x *= factor.
template <class T>
void scale(T* x, const T& factor, std::int64_t count) {
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) x[i] = multiplied(x[i], factor);
}

/// x /= by: of complex numbers times the reciprocal, or, where there is none, one by one.
template <class T>
void divide_all(T* x, const T& by, std::int64_t count) {
  if constexpr (is_complex_v<T>) {
    using R = real_t<T>;
    constexpr R least = 4 * std::numeric_limits<R>::min();
    const R size = std::abs(by.real()) + std::abs(by.imag());
    if (size > least && size < 1 / least) return scale(x, T(1) / by, count);
    for (std::int64_t i = 0; i < count; ++i) x[i] /= by;
  } else {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) x[i] /= by;
  }
}

}  // namespace relatile::kernel::detail
