// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/tra/node.hpp"

namespace relatile::detail {

// Nodes of decompositions with the rules by which gradients pass through them. What kernels make of
// a matrix is one matrix, whose rows are values and vectors: see the kernels.

template <class T>
tra::NodePtr differentiable_eigh(tra::NodePtr packed, const tra::NodePtr& a, bool lower);
template <class T>
tra::NodePtr differentiable_eigvalsh(tra::NodePtr values, const tra::NodePtr& a, bool lower);
template <class T>
tra::NodePtr differentiable_svd(tra::NodePtr packed, const tra::NodePtr& a, bool full);
template <class T>
tra::NodePtr differentiable_singular_values(tra::NodePtr values, const tra::NodePtr& a);
/// Of arrays of std::complex<real_t<T>>.
template <class T>
tra::NodePtr differentiable_eig(tra::NodePtr packed, const tra::NodePtr& a);
template <class T>
tra::NodePtr differentiable_eigvals(tra::NodePtr values, const tra::NodePtr& a);
template <class T>
tra::NodePtr differentiable_exponential(tra::NodePtr exponential, const tra::NodePtr& a);
/// The pseudo-inverse of matrices whose rank stays the same.
template <class T>
tra::NodePtr differentiable_pseudo_inverse(tra::NodePtr inverse, const tra::NodePtr& a);
/// x = p b, computed in another way, for a matrix p and a vector or a matrix b.
template <class T>
tra::NodePtr differentiable_as_product(tra::NodePtr x, const tra::NodePtr& p,
                                       const tra::NodePtr& b);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/derivatives.hpp"
#endif
