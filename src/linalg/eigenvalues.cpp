// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Eigenvalues of a whole matrix: without a LAPACK Eigen's, which take long to compile.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/kernel/spectral/impl/eigenvalues.hpp>

namespace relatile::kernel {

#define RELATILE_EIGENVALUE_KERNELS(T)                                  \
  template MatrixKernel eigh_kernel<T>(const std::string&, bool, bool); \
  template MatrixKernel eig_kernel<T>(const std::string&, bool);        \
  template MatrixKernel schur_kernel<T>(const std::string&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_EIGENVALUE_KERNELS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_EIGENVALUE_KERNELS)

}  // namespace relatile::kernel
