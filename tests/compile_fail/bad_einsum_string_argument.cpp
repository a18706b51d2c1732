// expect: relatile: einsum: the string goes between <>: einsum<.?"ij,jk->ik.?">\(x, y\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product(const rt::Array<double, 2>& x) { return rt::einsum("ij,jk->ik", x, x); }
