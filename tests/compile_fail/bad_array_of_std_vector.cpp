// expect: relatile: a std::vector is no array; make one of it: array\(v\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <vector>

namespace rt = relatile;

rt::Array<double, 1> copy(const std::vector<double>& v) { return v; }
