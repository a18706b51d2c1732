// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/tra/node.hpp"

// What is made of matrices by LU, as nodes: for lu.hpp, and for the rules of gradients, which that
// needs in turn where everything is in headers.

namespace relatile::detail {

struct LuNodes {
  tra::NodePtr lu;
  tra::NodePtr pivots;  ///< a row for each matrix
};
/// L and U of one matrix, panel by panel: a panel by one site, what that makes of the columns to
/// the right of it by all; or of an array of matrices.
template <class T>
LuNodes lu_nodes(const tra::NodePtr& a, std::int64_t panel);
struct LuFactorNodes {
  tra::NodePtr row_order;  ///< a column
  tra::NodePtr l;
  tra::NodePtr u;
};
template <class T>
LuFactorNodes lu_factor_nodes(const tra::NodePtr& a, std::int64_t panel);
/// A row of three numbers for each matrix: see kernel::determinant_kernel.
template <class T>
tra::NodePtr determinant_node(const tra::NodePtr& a, std::int64_t panel);
/// The X of A X = B.
template <class T>
tra::NodePtr solve_node(const std::string& function, const tra::NodePtr& a, const tra::NodePtr& b,
                        std::int64_t panel);

/// The inverse of the last two axes.
template <class T>
tra::NodePtr inverse_node(const tra::NodePtr& a);

}  // namespace relatile::detail
