// expect: relatile: adopt_local takes elements row by row; .* adopt\(map
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/eigen.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto rows(Eigen::MatrixXd& m) { return rt::adopt_local({9, 4}, {0, 0}, {3, 4}, m); }
