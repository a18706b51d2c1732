// expect: relatile: load: name the element type and the number of dimensions: load<double, 2>
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

auto loaded() { return rt::load<double>("a.npy"); }
