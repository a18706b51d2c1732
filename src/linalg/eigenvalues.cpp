// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Eigenvalues of a whole matrix: without a LAPACK Eigen's, which take long to compile.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/kernel/spectral/impl/eigenvalues.hpp>
#include <relatile/kernel/spectral/impl/tridiagonal.hpp>

namespace relatile::kernel {

#define RELATILE_EIGENVALUE_KERNELS(T)                                  \
  template MatrixKernel eigh_kernel<T>(const std::string&, bool, bool); \
  template MatrixKernel eig_kernel<T>(const std::string&, bool);        \
  template MatrixKernel schur_kernel<T>(const std::string&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_EIGENVALUE_KERNELS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_EIGENVALUE_KERNELS)

#define RELATILE_TRIDIAGONAL_KERNELS(W)                                          \
  template MatrixKernel explicit_reflections_kernel<W>(std::int64_t, bool);      \
  template MatrixKernel from_right_kernel<W>();                                  \
  template MatrixKernel both_sides_kernel<W>();                                  \
  template MatrixKernel reduce_kernel<W>(BlockCuts);                             \
  template MatrixKernel chase_kernel<W>(const std::string&, std::int64_t, bool); \
  template MatrixKernel tridiagonal_kernel<W>(const std::string&, bool);         \
  template MatrixKernel chase_back_kernel<W>(const Range&, std::int64_t);        \
  template MatrixKernel reflect_back_kernel<W>(std::vector<std::int64_t>);

RELATILE_TRIDIAGONAL_KERNELS(double)
RELATILE_TRIDIAGONAL_KERNELS(std::complex<double>)

}  // namespace relatile::kernel
