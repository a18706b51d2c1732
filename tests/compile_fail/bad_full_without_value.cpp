// expect: relatile: full: the value follows the shape: full\(\{3, 4\}, 0.5\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto matrix() { return rt::full({2, 2}); }
