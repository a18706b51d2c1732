// expect: relatile: this einsum string is malformed: '-' without '>'
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product() { return rt::einsum<"ij,jk-ik">(rt::ones({2, 3}), rt::ones({3, 2})); }
