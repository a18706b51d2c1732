// expect: relatile: matmul: operands have at least one dimension; use \* for scalars
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product() { return rt::matmul(rt::sum(rt::ones({2, 3})), rt::ones({2, 3})); }
