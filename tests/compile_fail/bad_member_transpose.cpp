// expect: no member: rt::transpose\(x\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto turned(const rt::Array<double, 2>& x) { return rt::matmul(x.T(), x); }
