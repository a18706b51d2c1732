// expect: relatile: this einsum string is malformed: an ellipsis, which is not supported; name the axes
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product() { return rt::einsum<"...i->...">(rt::ones({2, 3})); }
