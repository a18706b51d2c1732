// expect: relatile: Array: neither sizes nor numbers make an array
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

rt::Array<double, 2> array() { return rt::Array<double, 2>(4, 4); }
