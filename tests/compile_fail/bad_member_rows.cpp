// expect: no member: x.shape\(0\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

std::int64_t count(const rt::Array<double, 2>& x) { return x.rows(); }
