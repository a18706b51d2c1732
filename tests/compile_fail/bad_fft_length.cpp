// expect: relatile: fft: how many elements are transformed is a whole number
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/fft.hpp>
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto spectrum(const rt::Array<double, 1>& x) { return rt::fft::fft(x, 8.0); }
