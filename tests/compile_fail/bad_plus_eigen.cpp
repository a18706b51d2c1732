// expect: relatile: an operand is an Eigen matrix; make an array of it: from_eigen\(m\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto both(const rt::Array<double, 2>& x, const Eigen::MatrixXd& m) { return x + m; }
