// expect: relatile: a shape is written in braces: full\(\{3, 4\}, 0.5\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto array() { return rt::full(3, 1.0); }
