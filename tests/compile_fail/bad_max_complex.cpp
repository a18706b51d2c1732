// expect: relatile: min and max: complex numbers have no order here; take real\(x\), imag\(x\) or abs\(x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <complex>

namespace rt = relatile;

auto greatest(const rt::Array<std::complex<double>, 2>& x) { return rt::max(x); }
