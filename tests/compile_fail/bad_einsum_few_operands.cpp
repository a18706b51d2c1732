// expect: relatile: this einsum string does not have as many operands as are given
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product() { return rt::einsum<"ij,jk->ik">(rt::ones({2, 3})); }
