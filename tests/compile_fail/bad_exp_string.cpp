// expect: relatile: an operand is neither a number of NumPy's types nor an array
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include <string>

namespace rt = relatile;

auto sum() { return rt::exp(std::string("1")); }
