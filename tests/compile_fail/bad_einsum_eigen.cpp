// expect: relatile: einsum takes arrays after its string; .* an Eigen matrix by from_eigen\(m\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/eigen.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product(const Eigen::MatrixXd& m, const rt::Array<double, 2>& x) {
  return rt::einsum<"ij,jk->ik">(m, x);
}
