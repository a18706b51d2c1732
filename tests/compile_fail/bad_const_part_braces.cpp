// expect: relatile: elements and slices can't be assigned to where the array is const
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void set(const rt::Array<double, 2>& x) { x(0) = {1.0, 2.0}; }
