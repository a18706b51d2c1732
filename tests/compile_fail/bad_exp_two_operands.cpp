// expect: relatile: this function \(F, see above\) takes 1 operand
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto both() { return rt::exp(rt::ones({2, 3}), rt::ones({2, 3})); }
