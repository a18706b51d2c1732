// expect: relatile: svd: of dense matrices: svds\(s, k\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>
#include <relatile/spectral.hpp>

namespace rt = relatile;

auto values(const rt::SparseArray<double>& s) { return rt::svd(s); }
