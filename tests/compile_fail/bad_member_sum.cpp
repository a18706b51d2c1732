// expect: no member: rt::sum\(x\), rt::sum\(x, 0\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

rt::Array<double, 1> sums(const rt::Array<double, 2>& x) { return (x + 1.0).sum(0); }
