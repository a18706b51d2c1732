// expect: relatile: a relation can.t be printed; print .* rt::print\(rt::to_array\(r\)\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void show(const rt::Array<double, 2>& x) { rt::print("blocks", rt::blocks(x, {2, 2})); }
