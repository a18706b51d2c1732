// expect: relatile: an operand beside a sparse array is neither an array nor a number; .* from_eigen\(m\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <Eigen/Core>
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto sum(const rt::SparseArray<double>& s, const Eigen::MatrixXd& m) { return s + m; }
