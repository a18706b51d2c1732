// expect: no member: rt::mean\(x\), rt::mean\(x, 0\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

double average(const rt::Array<double, 2>& x) { return x.mean(); }
