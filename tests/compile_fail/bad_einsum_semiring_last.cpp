// expect: relatile: einsum takes arrays after its string; a semiring stands before them
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product(const rt::Array<double, 2>& x) { return rt::einsum<"ij,jk->ik">(x, x, rt::MinPlus()); }
