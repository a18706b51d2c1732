// expect: relatile: this function \(F, see above\) is not defined for complex numbers, which have no order
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <complex>

namespace rt = relatile;

auto floors(const rt::Array<std::complex<double>, 2>& x) { return rt::floor(x); }
