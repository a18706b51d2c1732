// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Iterative methods for linear systems by short recurrences.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/linalg/iterative/impl/bicgstab.hpp>
#include <relatile/linalg/iterative/impl/cg.hpp>
#include <relatile/linalg/iterative/impl/lsqr.hpp>
#include <relatile/linalg/iterative/impl/minres.hpp>
#include <relatile/linalg/iterative/impl/remembered.hpp>
#include <relatile/linalg/iterative/impl/run.hpp>

namespace relatile::detail {

#define RELATILE_METHOD(method, T)                                                 \
  template IterativeResult<T> method(const LinearOperator<T>&, const Array<T, 1>&, \
                                     const IterativeOptions<T>&);
#define RELATILE_METHODS(T)                                                                 \
  template class IterativeRun<T>;                                                           \
  RELATILE_METHOD(cg, T)                                                                    \
  RELATILE_METHOD(bicgstab, T)                                                              \
  RELATILE_METHOD(minres, T)                                                                \
  template IterativeResult<T> lsqr(const LinearOperator<T>&, const Array<T, 1>&,            \
                                   const LsqrOptions<T>&);                                  \
  template IterativeResult<T> remembered(const Solver<T>&, const LinearOperator<T>&,        \
                                         const Array<T, 1>&, const IterativeOptions<T>&);   \
  template IterativeResult<T> remembered_lsqr(const LinearOperator<T>&, const Array<T, 1>&, \
                                              const LsqrOptions<T>&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_METHODS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_METHODS)

}  // namespace relatile::detail
