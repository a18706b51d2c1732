// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <numbers>

#include "relatile/core/promotion.hpp"

/// Exponentials and logarithms of the tables that the standard library lacks, or lacks for complex
/// numbers.
namespace relatile::function::detail {

/// pi for numbers of type C, a real number also where C is complex.
template <class C>
inline constexpr real_t<C> pi = std::numbers::pi_v<real_t<C>>;

template <class C>
C exp2(C x) {
  if constexpr (is_complex_v<C>) {
    return std::exp(x * std::numbers::ln2_v<real_t<C>>);
  } else {
    return std::exp2(x);
  }
}

template <class C>
C expm1(C x) {
  if constexpr (is_complex_v<C>) {
    const auto half_sine = std::sin(x.imag() / 2);
    return C(std::expm1(x.real()) * std::cos(x.imag()) - 2 * half_sine * half_sine,
             std::exp(x.real()) * std::sin(x.imag()));
  } else {
    return std::expm1(x);
  }
}

template <class C>
C log2(C x) {
  if constexpr (is_complex_v<C>) {
    return std::log(x) * std::numbers::log2e_v<real_t<C>>;
  } else {
    return std::log2(x);
  }
}

template <class C>
C log1p(C x) {
  if constexpr (is_complex_v<C>) {
    const auto re = x.real();
    const auto im = x.imag();
    // Near 0, log|1 + x| as half the logarithm of its square, 1 + (a small number).
    const auto modulus = std::hypot(re, im) < real_t<C>(0.5)
                             ? std::log1p(re * (2 + re) + im * im) / 2
                             : std::log(std::hypot(re + 1, im));
    return C(modulus, std::atan2(im, re + 1));
  } else {
    return std::log1p(x);
  }
}

template <class C>
C logaddexp(C a, C b) {
  if (a == b) return a + std::numbers::ln2_v<C>;  // also where both are infinite
  const C larger = a > b ? a : b;
  return larger + std::log1p(std::exp(-std::abs(a - b)));  // NaN if either is
}

/// The same to base 2.
template <class C>
C logaddexp2(C a, C b) {
  if (a == b) return a + C(1);
  const C larger = a > b ? a : b;
  return larger + std::log1p(std::exp2(-std::abs(a - b))) * std::numbers::log2e_v<C>;
}

/// By a power that is at most 1: no overflow, and exact in the far tail.
template <class C>
C logistic(C x) {
  const C power = std::exp(-std::abs(x));
  return (x >= 0 ? C(1) : power) / (C(1) + power);
}

/// The probability of a standard normal number below x, without cancellation in the far tail.
template <class C>
C normal_below(C x) {
  return std::erfc(-x / std::numbers::sqrt2_v<C>) / 2;
}

/// The modified Bessel function of an order, 0 or 1: by its power series, whose terms are all
/// positive, and far from 0 by its asymptotic one, which is cut off long before its terms grow
/// again.
template <int Order, class C>
C bessel_i(C x) {
  const double at = static_cast<double>(x);
  const double size = std::abs(at);
  const double sign = Order == 1 && at < 0 ? -1 : 1;
  double term = Order == 1 ? at / 2 : 1;  // so that -0.0 keeps its sign, which sums would lose
  double sum = term;
  if (!(size > 30)) {
    const double quarter = size * size / 4;
    for (int k = 1; std::abs(term) > 1e-17 * std::abs(sum); ++k) {
      sum += term *= quarter / (double(k) * (k + Order));
    }
    return size == size ? static_cast<C>(sum) : x;
  }
  sum = term = 1;
  for (int k = 1; k < 30 && std::abs(term) > 1e-17; ++k) {
    sum += term *= ((2.0 * k - 1) * (2.0 * k - 1) - 4.0 * Order) / (8 * size * k);
  }
  // In two factors: the exponential overflows a little before the function does.
  const double root = std::exp(size / 2);
  return static_cast<C>(sign * root * (sum / std::sqrt(2 * std::numbers::pi * size)) * root);
}

}  // namespace relatile::function::detail
