// expect: relatile: rekey: the key function takes a std::array<std::int64_t, K>
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto relation() { return rt::blocks(rt::ones({4, 4}), {2, 2}); }

auto renamed() { return rt::rekey(relation(), 0); }
