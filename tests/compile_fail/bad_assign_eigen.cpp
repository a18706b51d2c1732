// expect: relatile: an Eigen matrix is no array; make one of it: from_eigen\(m\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void add(rt::Array<double, 2>& x, const Eigen::MatrixXd& m) { x = m; }
