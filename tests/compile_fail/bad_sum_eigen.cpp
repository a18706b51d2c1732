// expect: relatile: a reduction .see above. takes an array, not an Eigen matrix; make one of it: from_eigen\(m\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto total(const Eigen::MatrixXd& x) { return rt::sum(x); }
