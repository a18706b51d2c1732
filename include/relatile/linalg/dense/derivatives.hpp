// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/kernel/factorizations/triangular.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::detail {

// Nodes of linear algebra with the rules by which gradients pass through them.

template <class T>
tra::NodePtr differentiable_solution(tra::NodePtr x, const std::string& function,
                                     const tra::NodePtr& a, const tra::NodePtr& b,
                                     std::int64_t panel);
template <class T>
tra::NodePtr differentiable_determinant(tra::NodePtr rows, const tra::NodePtr& a,
                                        std::int64_t panel);
template <class T>
tra::NodePtr differentiable_triangular(tra::NodePtr x, const tra::NodePtr& a, const tra::NodePtr& b,
                                       const kernel::TriangularSystem& system, std::int64_t panel);
/// The factors of a = q r.
template <class T>
tra::NodePtr differentiable_q(tra::NodePtr q, const tra::NodePtr& a);
template <class T>
tra::NodePtr differentiable_r(tra::NodePtr r, const tra::NodePtr& a);
/// L and U of a in one matrix; `row_order` says of each of its rows which one of a it was.
template <class T>
tra::NodePtr differentiable_lu(tra::NodePtr lu, const tra::NodePtr& a,
                               const tra::NodePtr& row_order);
/// L, or U, of such a matrix.
template <class T>
tra::NodePtr differentiable_half_of_lu(tra::NodePtr half, const tra::NodePtr& lu, bool lower);
template <class T>
tra::NodePtr differentiable_cholesky(tra::NodePtr l, const tra::NodePtr& a, std::int64_t panel);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/derivatives.hpp"
#include "relatile/linalg/dense/impl/lu_derivatives.hpp"
#include "relatile/linalg/dense/impl/qr_derivatives.hpp"
#endif
