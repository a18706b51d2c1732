// expect: relatile: block: arrays in braces are matrices of one element type
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto both(const rt::Array<double, 2>& a) { return rt::block({{a, rt::astype<float>(a)}, {a, a}}); }
