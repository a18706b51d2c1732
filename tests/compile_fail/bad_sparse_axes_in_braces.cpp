// expect: relatile: a reduction takes several axes as axis\(0, 2\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto total(const rt::SparseArray<double>& s) { return rt::sum(s, {0, 1}); }
