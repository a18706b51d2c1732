// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Iterative methods for linear systems, eigenvalues and singular values.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/linalg/iterative/impl/bicgstab.hpp>
#include <relatile/linalg/iterative/impl/cg.hpp>
#include <relatile/linalg/iterative/impl/gmres.hpp>
#include <relatile/linalg/iterative/impl/lsqr.hpp>
#include <relatile/linalg/iterative/impl/minres.hpp>
#include <relatile/linalg/iterative/impl/run.hpp>
#include <relatile/linalg/spectral/impl/derivatives.hpp>
#include <relatile/linalg/spectral/impl/eig.hpp>
#include <relatile/linalg/spectral/impl/eigh.hpp>
#include <relatile/linalg/spectral/impl/eigsh.hpp>
#include <relatile/linalg/spectral/impl/exponential.hpp>
#include <relatile/linalg/spectral/impl/matrices.hpp>
#include <relatile/linalg/spectral/impl/pca.hpp>
#include <relatile/linalg/spectral/impl/randomized.hpp>
#include <relatile/linalg/spectral/impl/svd.hpp>

namespace relatile::detail {

#define RELATILE_DECOMPOSITIONS(T)                                                           \
  template SvdNodes svd_nodes<T>(const std::string&, const tra::NodePtr&, bool);             \
  template tra::NodePtr singular_values_node<T>(const std::string&, const tra::NodePtr&);    \
  template EighNodes eigh_nodes<T>(const std::string&, const tra::NodePtr&, bool);           \
  template tra::NodePtr eigvalsh_node<T>(const std::string&, const tra::NodePtr&, bool);     \
  template EigNodes eig_nodes<T>(const std::string&, const tra::NodePtr&);                   \
  template tra::NodePtr eigvals_node<T>(const std::string&, const tra::NodePtr&);            \
  template EigNodes schur_nodes<T>(const std::string&, const tra::NodePtr&);                 \
  template tra::NodePtr differentiable_pseudo_inverse<T>(tra::NodePtr, const tra::NodePtr&); \
  template tra::NodePtr differentiable_as_product<T>(tra::NodePtr, const tra::NodePtr&,      \
                                                     const tra::NodePtr&);

#define RELATILE_PARTIAL(T)                                                                   \
  template EigshResult<T> eigsh(const std::string&, const LinearOperator<T>&, std::int64_t,   \
                                std::int64_t, const EigshOptions&);                           \
  template SvdResult<T, 2> svds(const LinearOperator<T>&, std::int64_t, const EigshOptions&); \
  template SvdResult<T, 2> randomized_svd(const LinearOperator<T>&, std::int64_t,             \
                                          const RandomizedOptions&);                          \
  template tra::NodePtr exponential_node<T>(const tra::NodePtr&);
#define RELATILE_COMPONENTS(T) \
  template PcaResult<T> pca(const Array<T, 2>&, std::int64_t, const PcaOptions&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_PARTIAL)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_PARTIAL)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_COMPONENTS)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_DECOMPOSITIONS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_DECOMPOSITIONS)

#define RELATILE_METHOD(method, T)                                                 \
  template IterativeResult<T> method(const LinearOperator<T>&, const Array<T, 1>&, \
                                     const IterativeOptions<T>&);
#define RELATILE_METHODS(T)                                                      \
  template class IterativeRun<T>;                                                \
  RELATILE_METHOD(cg, T)                                                         \
  RELATILE_METHOD(gmres, T)                                                      \
  RELATILE_METHOD(bicgstab, T)                                                   \
  RELATILE_METHOD(minres, T)                                                     \
  template IterativeResult<T> lsqr(const LinearOperator<T>&, const Array<T, 1>&, \
                                   const LsqrOptions<T>&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_METHODS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_METHODS)

}  // namespace relatile::detail
