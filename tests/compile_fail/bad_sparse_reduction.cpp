// expect: relatile: of a sparse matrix there are sum, mean, min, max, any and all
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto product(const rt::SparseArray<double>& s) { return rt::prod(s); }
