// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <cmath>
#include <type_traits>

#include "relatile/function/elementwise/exp.hpp"

namespace relatile::kernel {

/// Vector code of our own for a functor of elements C, in place of `F::apply` on arrays: `value` is
/// false where there is none, else `of(array)` is an expression with the same results up to a few
/// units in the last place.
template <class F, class C>
struct VectorCode : std::false_type {};

#if defined(__AVX512F__)

/// exp(x) = 2^n exp(r) with |r| <= log(2) / 2, and exp(r) = 1 + r + r^2 P(r).
struct VectorExp {
  double operator()(double x) const { return std::exp(x); }  // what is left of a run

  __m512d packetOp(const __m512d& x) const {
    const auto all = [](double c) { return _mm512_set1_pd(c); };
    // Past these ends the result is 0 or infinite, but r would be meaningless. NaN is the second
    // operand, which the instructions then return.
    const __m512d y = _mm512_min_pd(all(1000), _mm512_max_pd(all(-1000), x));
    const __m512d n =
        _mm512_roundscale_pd(_mm512_mul_pd(y, all(0x1.71547652b82fep0)), _MM_FROUND_TO_NEAREST_INT);
    // log(2) in two parts, so that n times it is exact to more digits than a double has.
    __m512d r = _mm512_fnmadd_pd(n, all(0x1.62e42fefa39efp-1), y);
    r = _mm512_fnmadd_pd(n, all(0x1.abc9e3b39803fp-56), r);
    // P by interpolation at Chebyshev's nodes: off by 1.7e-17 of exp(r) at most.
    __m512d p = all(0x1.af38a9b0ec855p-26);
    for (double c : {0x1.289185613a3d6p-22, 0x1.71de0dae63bb3p-19, 0x1.a019b90d2ae7ap-16,
                     0x1.a01a01a7c41d5p-13, 0x1.6c16c1788bd90p-10, 0x1.11111111109b3p-7,
                     0x1.5555555553d63p-5, 0x1.5555555555556p-3, 0x1.0p-1}) {
      p = _mm512_fmadd_pd(p, r, all(c));
    }
    const __m512d tail = _mm512_fmadd_pd(_mm512_mul_pd(r, r), p, r);
    return _mm512_scalef_pd(_mm512_add_pd(all(1), tail), n);  // rounds once where it underflows
  }
};

template <>
struct VectorCode<function::Exp, double> : std::true_type {
  template <class E>
  static auto of(const E& e) {
    return e.unaryExpr(VectorExp{});
  }
};

#endif

}  // namespace relatile::kernel

#if defined(__AVX512F__)
template <>
struct Eigen::internal::functor_traits<relatile::kernel::VectorExp> {
  enum { Cost = 20, PacketAccess = 1 };
};
#endif
