// expect: relatile: to_array: every key dimension must tile one axis of the blocks
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto array() { return rt::to_array(rt::aggregate(relation(), rt::by<0>, rt::kernel::add)); }
