// expect: relatile: take: indices are an array of integers; array\(indices\) makes one of a std::vector
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>
#include <vector>

namespace rt = relatile;

auto some(const rt::Array<double, 2>& x) { return rt::take(x, std::vector<long>{1, 2}, 0); }
