// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <cmath>
#include <cstddef>
#include <iterator>
#include <type_traits>

#include "relatile/function/list.hpp"

namespace relatile::kernel {

/// Vector code of our own for a functor of elements C, in place of `F::apply` on arrays: `value` is
/// false where there is none, else `of(array)` is an expression with the same results up to a few
/// units in the last place.
template <class F, class C>
struct VectorCode : std::false_type {};

/// What exp needs to know of a number type. Past `lowest` and `highest` results are 0 and infinite.
/// log(2) is in two parts of which the first, times any exponent, is exact also without fused
/// multiplications; the coefficients are those of P below, by interpolation at Chebyshev's nodes,
/// the highest power first.
template <class T>
struct ExpConstants;

template <>
struct ExpConstants<float> {
  static constexpr float lowest = -105;
  static constexpr float highest = 89;
  static constexpr float log2_high = 0x1.63p-1f;
  static constexpr float log2_low = -0x1.bd0106p-13f;
  // Off by 8e-10 of exp(r) at most.
  static constexpr float coefficients[] = {0x1.a1258cp-13f, 0x1.6d43d2p-10f, 0x1.1110e0p-7f,
                                           0x1.5554e8p-5f,  0x1.555556p-3f,  0x1.0p-1f};
};

template <>
struct ExpConstants<double> {
  static constexpr double lowest = -746;
  static constexpr double highest = 710;
  static constexpr double log2_high = 0x1.62e42feep-1;
  static constexpr double log2_low = 0x1.a39ef35793c76p-33;
  // Off by 1.7e-17 of exp(r) at most.
  static constexpr double coefficients[] = {0x1.af38a9b0ec855p-26, 0x1.289185613a3d6p-22,
                                            0x1.71de0dae63bb3p-19, 0x1.a019b90d2ae7ap-16,
                                            0x1.a01a01a7c41d5p-13, 0x1.6c16c1788bd90p-10,
                                            0x1.11111111109b3p-7,  0x1.5555555553d63p-5,
                                            0x1.5555555555556p-3,  0x1.0p-1};
};

/// 2^n p, rounded once where it underflows.
template <class Packet>
Packet times_power_of_two(const Packet& p, const Packet& n) {
  return Eigen::internal::pldexp(p, n);
}
#if defined(__AVX512F__)
inline __m512 times_power_of_two(const __m512& p, const __m512& n) {
  return _mm512_scalef_ps(p, n);
}
inline __m512d times_power_of_two(const __m512d& p, const __m512d& n) {
  return _mm512_scalef_pd(p, n);
}
#endif

/// exp(x) = 2^n exp(r) with |r| <= log(2) / 2, and exp(r) = 1 + r + r^2 P(r). Eigen's own, up to
/// 3.4, takes what is left of a range for all of it: exp(-inf) is not 0, exp(88.73f) not infinite.
template <class T>
struct VectorExp {
  T operator()(T x) const { return std::exp(x); }  // what is left of a run

  template <class Packet>
  Packet packetOp(const Packet& x) const {
    using namespace Eigen::internal;
    using Constants = ExpConstants<T>;
    const auto all = [](T c) { return pset1<Packet>(c); };
    // Past the ends r would be meaningless. Of a NaN as first operand, both make a NaN.
    const Packet y = pmax(pmin(x, all(Constants::highest)), all(Constants::lowest));
    const Packet n = pfloor(pmadd(y, all(T(0x1.71547652b82fep0)), all(T(0.5))));
    Packet r = pmadd(n, all(-Constants::log2_high), y);
    r = pmadd(n, all(-Constants::log2_low), r);
    Packet p = all(Constants::coefficients[0]);
    for (std::size_t k = 1; k < std::size(Constants::coefficients); ++k) {
      p = pmadd(p, r, all(Constants::coefficients[k]));
    }
    const Packet tail = pmadd(pmul(r, r), p, r);
    return times_power_of_two(padd(all(T(1)), tail), n);
  }
};

// exp of float is faster in vector code everywhere; exp of one double at a time, by the C library,
// is faster than vectors of no more than two.
#if defined(__AVX__)
inline constexpr bool has_wide_vectors = true;
#else
inline constexpr bool has_wide_vectors = false;
#endif
template <class C>
inline constexpr bool has_vector_exp = std::is_same_v<C, float> ||
                                       (std::is_same_v<C, double> && has_wide_vectors);

template <class C>
  requires has_vector_exp<C>
struct VectorCode<function::Exp, C> : std::true_type {
  template <class E>
  static auto of(const E& e) {
    return e.unaryExpr(VectorExp<C>{});
  }
};

template <class C>
  requires has_vector_exp<C>
struct VectorCode<function::Logistic, C> : std::true_type {
  template <class E>
  static auto of(const E& e) {
    return C(1) / (C(1) + (-e).unaryExpr(VectorExp<C>{}));
  }
};

}  // namespace relatile::kernel

template <class T>
struct Eigen::internal::functor_traits<relatile::kernel::VectorExp<T>> {
  enum { Cost = 20, PacketAccess = 1 };
};
