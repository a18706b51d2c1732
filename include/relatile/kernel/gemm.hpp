// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "relatile/kernel/blas_products.hpp"
#include "relatile/kernel/eigen_products.hpp"
#include "relatile/kernel/matrix_ref.hpp"
#include "relatile/kernel/thin_products.hpp"

namespace relatile::kernel {

namespace detail {

/// Who multiplies matrices that both know.
enum class Multiplier : std::uint8_t { blas, eigen };

#if defined(RELATILE_PRODUCTS_BY_EIGEN) || !defined(RELATILE_HAS_BLAS)
inline constexpr Multiplier chosen_multiplier = Multiplier::eigen;
#else
inline constexpr Multiplier chosen_multiplier = Multiplier::blas;
#endif

/// A result of fewer rows is multiplied as any other: half of little is not worth copying.
inline constexpr std::int64_t fewest_symmetric_rows = 16;
/// Where Eigen's kernels are chosen, the BLAS keeps what has a shorter side: Eigen packs the whole
/// of the other operand for it.
inline constexpr std::int64_t shortest_side_of_eigen = 32;

/// If both know how to.
template <class T>
bool left_to_blas(Multiplier chosen, const MatrixRef& a, const MatrixRef& c) {
  return !std::is_floating_point_v<T> || chosen == Multiplier::blas ||
         std::min({c.rows, c.cols, a.cols}) < shortest_side_of_eigen;
}

inline bool half_is_enough(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c) {
  return c.rows >= fewest_symmetric_rows && is_transpose(a, b);
}

template <class T>
void gemm_by([[maybe_unused]] Multiplier chosen, const MatrixRef& a, const MatrixRef& b,
             const MatrixRef& c, Into into) {
  if constexpr (std::is_floating_point_v<T>) {
    const bool blas = in_blas<T> && chosen == Multiplier::blas;
    if (half_is_enough(a, b, c)) {
      if (ThinProduct<T>::takes_half(a, c, blas)) return ThinProduct<T>::run_half(a, c, into);
    } else if (ThinProduct<T>::takes(a, b, c, blas)) {
      return ThinProduct<T>::run(a, b, c, into);
    }
  }
#if defined(RELATILE_HAS_BLAS)
  if constexpr (in_blas<T>) {
    const bool fits = fits_blas(a) && fits_blas(b) && fits_blas(c);
    if (fits && worth_a_call(a, c) && left_to_blas<T>(chosen, a, c)) {
      if (half_is_enough(a, b, c)) return Blas<T>::syrk(a, c, into);
      return Blas<T>::gemm(a, b, c, into);
    }
  }
#endif
  if constexpr (std::is_floating_point_v<T>) {
    if (half_is_enough(a, b, c)) return syrk_by_eigen<T>(a, c, into);
  }
  gemm_by_eigen<T>(a, b, c, into);
}

}  // namespace detail

/// c += a b, or c = a b. c is row-major, a and b are either; c overlaps neither. Of a matrix and
/// its transpose half is computed: then c must be symmetric before, if it is added to.
///
///   cost  2 m n k flops, m^2 k for a real matrix times its transpose. Real products of few columns
///         by loops of our own where the compiler has wide vectors; others by the BLAS if there is
///         one and it knows T; by Eigen if there is none, or if RELATILE_PRODUCTS_BY_EIGEN is
///         defined: then the BLAS keeps complex numbers and what has a short side. With
///         EIGEN_USE_BLAS, which that should not be combined with, Eigen calls the BLAS itself.
template <class T>
void gemm(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
  detail::gemm_by<T>(detail::chosen_multiplier, a, b, c, into);
}

}  // namespace relatile::kernel
