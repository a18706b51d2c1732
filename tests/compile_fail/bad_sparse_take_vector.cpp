// expect: relatile: take: indices are an array of integers; array\(indices\) makes one of a std::vector
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/sparse.hpp>
#include <vector>

namespace rt = relatile;

auto some(const rt::SparseArray<double>& s) { return rt::take(s, std::vector<int>{0, 2}, 0); }
