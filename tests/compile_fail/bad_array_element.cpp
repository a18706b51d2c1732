// expect: relatile: this expression has elements of another type than the Array it is assigned to
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

rt::Array<float, 2> array() { return rt::ones({2, 3}) + 1.0; }
