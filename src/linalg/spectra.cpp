// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Decompositions of matrices, and what is made of them.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/linalg/spectral/impl/band_reduction.hpp>
#include <relatile/linalg/spectral/impl/bidiagonal_reduction.hpp>
#include <relatile/linalg/spectral/impl/derivatives.hpp>
#include <relatile/linalg/spectral/impl/eig.hpp>
#include <relatile/linalg/spectral/impl/eigh.hpp>
#include <relatile/linalg/spectral/impl/exponential.hpp>
#include <relatile/linalg/spectral/impl/matrices.hpp>
#include <relatile/linalg/spectral/impl/pca.hpp>
#include <relatile/linalg/spectral/impl/randomized.hpp>
#include <relatile/linalg/spectral/impl/svd.hpp>

namespace relatile::detail {

#define RELATILE_DECOMPOSITIONS(T)                                                               \
  template SvdNodes svd_nodes<T>(const std::string&, const tra::NodePtr&, const SvdOptions&);    \
  template tra::NodePtr singular_values_node<T>(const std::string&, const tra::NodePtr&,         \
                                                const SvdOptions&);                              \
  template EighNodes eigh_nodes<T>(const std::string&, const tra::NodePtr&, const EighOptions&); \
  template tra::NodePtr eigvalsh_node<T>(const std::string&, const tra::NodePtr&,                \
                                         const EighOptions&);                                    \
  template EigNodes eig_nodes<T>(const std::string&, const tra::NodePtr&);                       \
  template tra::NodePtr eigvals_node<T>(const std::string&, const tra::NodePtr&);                \
  template EigNodes schur_nodes<T>(const std::string&, const tra::NodePtr&);                     \
  template tra::NodePtr differentiable_pseudo_inverse<T>(tra::NodePtr, const tra::NodePtr&);     \
  template tra::NodePtr differentiable_as_product<T>(tra::NodePtr, const tra::NodePtr&,          \
                                                     const tra::NodePtr&);

#define RELATILE_PARTIAL(T)                                                       \
  template SvdResult<T, 2> randomized_svd(const LinearOperator<T>&, std::int64_t, \
                                          const RandomizedOptions&);              \
  template tra::NodePtr exponential_node<T>(const tra::NodePtr&);
#define RELATILE_COMPONENTS(T) \
  template PcaResult<T> pca(const Array<T, 2>&, std::int64_t, const PcaOptions&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_PARTIAL)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_PARTIAL)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_COMPONENTS)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_DECOMPOSITIONS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_DECOMPOSITIONS)

}  // namespace relatile::detail
