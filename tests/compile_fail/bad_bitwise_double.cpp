// expect: relatile: this function \(F, see above\) is defined for integers, not for elements C; convert them: astype
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

rt::Array<double, 2> bits(const rt::Array<double, 2>& x) { return rt::exp((x & 1) + 1.0); }
