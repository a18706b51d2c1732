// expect: relatile: array: numbers in braces are of one type, or all are real; name the type: array<std::complex<double>>
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto numbers() { return rt::array({1.0, std::complex<double>(0, 1)}); }
