// expect: a copy on every rank: .* rt::to_eigen\(x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/eigen.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

Eigen::MatrixXd copy(const rt::Array<double, 2>& x) { return x; }
