// expect: relatile: concat: the relation does not have this key dimension
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto whole() { return rt::concat(relation(), rt::key_dim<2>, rt::array_dim<0>); }
