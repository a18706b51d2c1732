// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace relatile::kernel {

/// What exp needs to know of a number type. Past `lowest` and `highest` results are 0 and infinite.
/// log(2) is in two parts of which the first, times any exponent, is exact also without fused
/// multiplications; the coefficients are those of P below, by interpolation at Chebyshev's nodes,
/// the highest power first. `rounding` added to a number leaves its nearest integer in the last
/// bits, where `exponent` moves it to those of the exponent.
template <class T>
struct ExpConstants;

template <>
struct ExpConstants<float> {
  using Bits = std::uint32_t;
  static constexpr float lowest = -105;
  static constexpr float highest = 89;
  static constexpr float log2_high = 0x1.63p-1f;
  static constexpr float log2_low = -0x1.bd0106p-13f;
  static constexpr float rounding = 0x1.8p23f;
  static constexpr int exponent = 23;
  // Off by 8e-10 of exp(r) at most.
  static constexpr float coefficients[] = {0x1.a1258cp-13f, 0x1.6d43d2p-10f, 0x1.1110e0p-7f,
                                           0x1.5554e8p-5f,  0x1.555556p-3f,  0x1.0p-1f};
};

template <>
struct ExpConstants<double> {
  using Bits = std::uint64_t;
  static constexpr double lowest = -746;
  static constexpr double highest = 710;
  static constexpr double log2_high = 0x1.62e42feep-1;
  static constexpr double log2_low = 0x1.a39ef35793c76p-33;
  static constexpr double rounding = 0x1.8p52;
  static constexpr int exponent = 52;
  // Off by 1.7e-17 of exp(r) at most.
  static constexpr double coefficients[] = {0x1.af38a9b0ec855p-26, 0x1.289185613a3d6p-22,
                                            0x1.71de0dae63bb3p-19, 0x1.a019b90d2ae7ap-16,
                                            0x1.a01a01a7c41d5p-13, 0x1.6c16c1788bd90p-10,
                                            0x1.11111111109b3p-7,  0x1.5555555553d63p-5,
                                            0x1.5555555555556p-3,  0x1.0p-1};
};

// The exponential of a float is faster by vectors everywhere; of one double at a time, by the C
// library, it is faster than by vectors of no more than two. Compilers that may re-associate sums
// would drop the rounding, and have vector code of their own.
#if defined(__FAST_MATH__)
template <class T>
inline constexpr bool has_vector_exp = false;
#elif defined(__AVX__)
template <class T>
inline constexpr bool has_vector_exp = std::is_same_v<T, float> || std::is_same_v<T, double>;
#else
template <class T>
inline constexpr bool has_vector_exp = std::is_same_v<T, float>;
#endif

/// 2^n, of bits that end in the integer n.
template <class T, class Bits>
[[gnu::always_inline]] inline T power_of_two(Bits n) {
  constexpr Bits one = std::bit_cast<Bits>(T(1));
  return std::bit_cast<T>(static_cast<Bits>((n << ExpConstants<T>::exponent) + one));
}

/// a where the condition holds, else b: by a mask, since compilers make branches of `?:`. Not
/// function::detail::chosen, which reads a bool of memory as a byte: of a comparison, that makes
/// GCC widen masks of bytes, four times as many instructions.
template <class T>
[[gnu::always_inline]] inline T chosen(bool condition, T a, T b) {
  using Bits = typename ExpConstants<T>::Bits;
  const Bits mask = Bits(0) - Bits(condition);
  return std::bit_cast<T>((std::bit_cast<Bits>(a) & mask) | (std::bit_cast<Bits>(b) & ~mask));
}

/// Their polynomial in r, without a loop: what is called in a loop must not have another one.
template <class T, std::size_t... K>
[[gnu::always_inline]] inline T exp_polynomial(T r, std::index_sequence<K...>) {
  T p = ExpConstants<T>::coefficients[0];
  ((p = p * r + ExpConstants<T>::coefficients[K + 1]), ...);
  return p;
}

/// exp(x) = 2^n exp(r) with |r| <= log(2) / 2, and exp(r) = 1 + r + r^2 P(r): without branches, so
/// that compilers make vectors of a loop over it. 2^n comes in two parts, neither of which
/// overflows, so that a result that underflows is rounded once.
template <class T>
[[gnu::always_inline]] inline T vector_exp(T x) {
  using Constants = ExpConstants<T>;
  // Past the ends r would be meaningless. A NaN passes both comparisons.
  const T below = chosen(x > Constants::highest, Constants::highest, x);
  const T y = chosen(x < Constants::lowest, Constants::lowest, below);
  const T rounded = y * T(0x1.71547652b82fep0) + Constants::rounding;
  const T n = rounded - Constants::rounding;
  T r = y - n * Constants::log2_high;
  r -= n * Constants::log2_low;
  constexpr std::size_t degree = std::size(Constants::coefficients) - 1;
  const T tail = (r * r) * exp_polynomial(r, std::make_index_sequence<degree>{}) + r;
  const auto bits = std::bit_cast<typename Constants::Bits>(rounded);
  const auto half = static_cast<typename Constants::Bits>(bits >> 1);
  const auto rest = static_cast<typename Constants::Bits>(bits - half);
  const T scale = power_of_two<T>(half);
  return (scale * tail + scale) * power_of_two<T>(rest);
}

}  // namespace relatile::kernel
