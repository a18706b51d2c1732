// expect: relatile: tile and concat: the blocks do not have this axis
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto tiled() { return rt::tile(relation(), rt::dim<2>, 1); }
