// expect: relatile: to_sparse: sparse arrays have two dimensions
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto vector(const rt::Array<double, 1>& x) { return rt::to_sparse(x); }
