// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#if defined(RELATILE_HAS_BLAS)

#include <Eigen/src/misc/blas.h>

#include <complex>
#include <type_traits>

namespace relatile::kernel::detail {

template <class T>
inline constexpr bool in_blas =
    std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

/// The one for T of a BLAS routine's four forms.
template <class T, class S, class D, class C, class Z>
constexpr auto routine_for(S s, D d, C c, Z z) {
  if constexpr (std::is_same_v<T, float>) {
    return s;
  } else if constexpr (std::is_same_v<T, double>) {
    return d;
  } else if constexpr (std::is_same_v<T, std::complex<float>>) {
    return c;
  } else {
    return z;
  }
}

}  // namespace relatile::kernel::detail

#endif
