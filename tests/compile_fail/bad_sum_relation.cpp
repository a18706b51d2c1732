// expect: relatile: a reduction .see above. takes an array, not a relation; make one of it, to_array\(r\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto total() { return rt::sum(relation()); }
