// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Singular values of a whole matrix: without a LAPACK Eigen's, which take long to compile.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/kernel/spectral/impl/bidiagonal.hpp>
#include <relatile/kernel/spectral/impl/svd.hpp>

namespace relatile::kernel {

#define RELATILE_SINGULAR_VALUE_KERNELS(T) \
  template MatrixKernel svd_kernel<T>(const std::string&, SingularVectors);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_SINGULAR_VALUE_KERNELS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_SINGULAR_VALUE_KERNELS)

#define RELATILE_BIDIAGONAL_KERNELS(W)                                                 \
  template MatrixKernel from_left_kernel<W>();                                         \
  template MatrixKernel row_panel_kernel<W>();                                         \
  template MatrixKernel below_panels_kernel<W>();                                      \
  template MatrixKernel reduce_columns_kernel<W>(BlockCuts);                           \
  template MatrixKernel chase_upper_kernel<W>(const std::string&, std::int64_t, bool); \
  template MatrixKernel bidiagonal_kernel<W>(const std::string&, bool);

RELATILE_BIDIAGONAL_KERNELS(double)
RELATILE_BIDIAGONAL_KERNELS(std::complex<double>)

}  // namespace relatile::kernel
