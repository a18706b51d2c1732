// expect: no member: rt::transpose\(x\)|non-static member function
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto gram(const rt::Array<double, 2>& x) { return rt::matmul(x.T, x); }
