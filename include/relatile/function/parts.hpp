// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>

#include "relatile/core/promotion.hpp"

/// What the tables say of the two parts of complex numbers, and of real numbers, which have one.
namespace relatile::function::detail {

template <class C>
bool is_nan(C x) {
  if constexpr (is_complex_v<C>) {
    const bool re = std::isnan(x.real());
    const bool im = std::isnan(x.imag());
    return re | im;
  } else {
    return std::isnan(x);
  }
}

template <class C>
bool is_infinite(C x) {
  if constexpr (is_complex_v<C>) {
    const bool re = std::isinf(x.real());
    const bool im = std::isinf(x.imag());
    return re | im;
  } else {
    return std::isinf(x);
  }
}

template <class C>
bool is_finite(C x) {
  if constexpr (is_complex_v<C>) {
    const bool re = std::isfinite(x.real());
    const bool im = std::isfinite(x.imag());
    return re & im;
  } else {
    return std::isfinite(x);
  }
}

/// Halves to the even number.
template <class C>
C rint(C x) {
  if constexpr (is_complex_v<C>) {
    return C(std::rint(x.real()), std::rint(x.imag()));
  } else {
    return std::rint(x);
  }
}

template <class C>
C conj(C x) {
  if constexpr (is_complex_v<C>) {
    return std::conj(x);
  } else {
    return x;
  }
}

template <class C>
real_t<C> real(C x) {
  if constexpr (is_complex_v<C>) {
    return x.real();
  } else {
    return x;
  }
}

template <class C>
real_t<C> imag(C x) {
  if constexpr (is_complex_v<C>) {
    return x.imag();
  } else {
    return C(0);
  }
}

template <class C>
real_t<C> angle(C x) {
  if constexpr (is_complex_v<C>) {
    return std::arg(x);
  } else {
    return std::atan2(C(0), x);
  }
}

}  // namespace relatile::function::detail
