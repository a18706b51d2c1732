// expect: relatile: item: takes no index, one for each dimension
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

double element(const rt::Array<double, 3>& x) { return x.item(0, 1); }
