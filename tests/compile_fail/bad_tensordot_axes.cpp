// expect: relatile: tensordot: name as many axes of a as of b
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto product() { return rt::tensordot(rt::ones({2, 3}), rt::ones({3, 2}), {0, 1}, {1}); }
