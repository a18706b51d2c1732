// expect: a copy on every rank: rt::to_vector\(x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <vector>

namespace rt = relatile;

std::vector<double> copy(const rt::Array<double, 1>& x) { return x; }
