// expect: relatile: more axes to reduce over than the array has
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto total() { return rt::sum(rt::ones({2, 3}), rt::axis(0, 1, 2)); }
