// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Iterative methods that keep a basis, for linear systems and some eigenvalues.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/linalg/iterative/impl/gmres.hpp>
#include <relatile/linalg/spectral/impl/eigsh.hpp>

namespace relatile::detail {

#define RELATILE_KRYLOV_METHODS(T)                                                          \
  template IterativeResult<T> gmres(const LinearOperator<T>&, const Array<T, 1>&,           \
                                    const IterativeOptions<T>&);                            \
  template EigshResult<T> eigsh(const std::string&, const LinearOperator<T>&, std::int64_t, \
                                std::int64_t, const EigshOptions&);                         \
  template SvdResult<T, 2> svds(const LinearOperator<T>&, std::int64_t, const EigshOptions&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_KRYLOV_METHODS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_KRYLOV_METHODS)

}  // namespace relatile::detail
