// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "relatile/kernel/products/blas_products.hpp"
#include "relatile/kernel/products/eigen_products.hpp"
#include "relatile/kernel/products/matrix_ref.hpp"
#include "relatile/kernel/products/own_products.hpp"
#include "relatile/kernel/products/plain_products.hpp"

namespace relatile::kernel {

namespace detail {

/// Who multiplies matrices that both know: the BLAS, or kernels that are compiled with the program.
enum class Multiplier : std::uint8_t { blas, own };

#if defined(RELATILE_OWN_PRODUCTS) || !defined(RELATILE_HAS_BLAS)
inline constexpr Multiplier chosen_multiplier = Multiplier::own;
#else
inline constexpr Multiplier chosen_multiplier = Multiplier::blas;
#endif

/// A result of fewer rows is multiplied as any other: half of little is not worth copying.
inline constexpr std::int64_t fewest_symmetric_rows = 16;
/// What has a shorter side and is not for our own loops is left to the BLAS, whoever is chosen:
/// Eigen packs the whole of the other operand for it.
inline constexpr std::int64_t shortest_side_of_eigen = 32;

/// No vectors, and nothing that is multiplied before Eigen has packed it.
inline bool worth_packing(const MatrixRef& a, const MatrixRef& c) {
  return c.rows > 1 && c.cols > 1 && a.cols > 0 && a.cols + c.rows + c.cols >= 20;
}

/// If both know how to.
template <class T>
bool left_to_blas(Multiplier chosen, const MatrixRef& a, const MatrixRef& c) {
  return !std::is_floating_point_v<T> || chosen == Multiplier::blas ||
         std::min({c.rows, c.cols, a.cols}) < shortest_side_of_eigen;
}

inline bool half_is_enough(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c) {
  return c.rows >= fewest_symmetric_rows && is_transpose(a, b);
}

/// By our own loops, if they are the best there is for this product; false, and nothing is done, if
/// not: a BLAS that was chosen is better at all but thin ones.
template <class T>
bool multiply_by_own(Multiplier chosen, const MatrixRef& a, const MatrixRef& b, const MatrixRef& c,
                     Into into) {
  if (a.cols == 0) return false;  // sums of nothing
  const bool thin = chosen == Multiplier::blas;
  if (half_is_enough(a, b, c)) {
    if (!OwnProduct<T>::takes_half(c) || (thin && !OwnProduct<T>::is_thin_half(a, c))) return false;
    OwnProduct<T>::run_half(a, c, into);
    return true;
  }
  if (!OwnProduct<T>::takes(a, b, c) || (thin && !OwnProduct<T>::is_thin(a, c))) return false;
  OwnProduct<T>::run(a, b, c, into);
  return true;
}

template <class T>
void gemm_by(Multiplier chosen, const MatrixRef& a, const MatrixRef& b, const MatrixRef& c,
             Into into) {
  if constexpr (std::is_floating_point_v<T>) {
    if (multiply_by_own<T>(chosen, a, b, c, into)) return;
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
  if constexpr (!std::is_integral_v<T>) {
    if (worth_packing(a, c)) {
      if constexpr (std::is_floating_point_v<T>) {
        if (half_is_enough(a, b, c)) return EigenProduct<T>::syrk(a, c, into);
      }
      return EigenProduct<T>::gemm(a, b, c, into);
    }
  }
  PlainProduct<T>(a, b, c, into).run();
}

}  // namespace detail

/// c += a b, or c = a b. c is row-major, a and b are either; c overlaps neither. Of a matrix and
/// its transpose half is computed: then c must be symmetric before, if it is added to.
///
///   cost  2 m n k flops, m^2 k for a real matrix times its transpose. By the BLAS if there is one
///         and it knows T, but for thin products; by our own loops, and Eigen what they don't take,
///         if there is none or RELATILE_OWN_PRODUCTS is defined: then the BLAS keeps complex
///         numbers and what has a short side. With EIGEN_USE_BLAS, which that should not be
///         combined with, Eigen calls the BLAS itself.
template <class T>
void gemm(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
  detail::gemm_by<T>(detail::chosen_multiplier, a, b, c, into);
}

}  // namespace relatile::kernel
