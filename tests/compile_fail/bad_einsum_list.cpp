// expect: relatile: einsum: a list gives an operand another number of labels than it has
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product() { return rt::einsum(rt::ones({2, 3}), {0, 1, 2}, rt::ones({3, 2}), {1, 2}, {0}); }
