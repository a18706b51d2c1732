// expect: relatile: a shape is written in braces: zeros\(\{3, 4\}\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

rt::Array<float, 2> nothing() { return rt::zeros<float>(3, 4); }
