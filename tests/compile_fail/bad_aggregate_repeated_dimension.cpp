// expect: relatile: aggregate: by<...> names a key dimension twice
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto summed() { return rt::aggregate(relation(), rt::by<1, 1>, rt::kernel::add); }
