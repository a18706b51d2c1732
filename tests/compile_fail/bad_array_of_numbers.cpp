// expect: relatile: Array: .* array\(\{1.0, 2.0\}\) one of numbers
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

rt::Array<double, 1> array() { return {1.0, 2.0, 3.0}; }
