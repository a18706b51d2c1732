// expect: relatile: this einsum string is malformed: an output label that no operand has
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product() { return rt::einsum<"ij,jk->il">(rt::ones({2, 3}), rt::ones({3, 2})); }
