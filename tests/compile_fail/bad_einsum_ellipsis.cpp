// expect: relatile: this einsum string has axes for an ellipsis, but none in its output
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product() { return rt::einsum<"...i->i">(rt::ones({2, 3})); }
