// expect: relatile: zeros_like: of dense arrays; entries in the places of a sparse one are
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>

namespace rt = relatile;

auto zeros(const rt::SparseArray<double>& s) { return rt::zeros_like(s); }
