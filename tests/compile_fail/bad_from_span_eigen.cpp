// expect: relatile: from_span takes elements row by row; .* from_eigen\(m\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/eigen.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto rows(const Eigen::MatrixXd& m) { return rt::from_span(m, {3, 4}); }
