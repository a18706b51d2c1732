// expect: relatile: this expression has another number of dimensions than the Array it is assigned
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

rt::Array<double, 1> array() { return rt::ones({2, 3}) + 1.0; }
