// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Singular values of a whole matrix: without a LAPACK Eigen's, which take long to compile.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/kernel/spectral/impl/svd.hpp>

namespace relatile::kernel {

#define RELATILE_SINGULAR_VALUE_KERNELS(T) \
  template MatrixKernel svd_kernel<T>(const std::string&, SingularVectors);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_SINGULAR_VALUE_KERNELS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_SINGULAR_VALUE_KERNELS)

}  // namespace relatile::kernel
