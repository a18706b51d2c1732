// expect: relatile: from_local takes elements row by row; .* from_local_rows\(m\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/eigen.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto rows(const Eigen::MatrixXd& m) { return rt::from_local({9, 4}, {0, 0}, {3, 4}, m); }
