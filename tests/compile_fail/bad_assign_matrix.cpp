// expect: relatile: this expression has another number of dimensions than the Array it is assigned
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

void assign(rt::Array<double, 1>& vector, const rt::Array<double, 2>& matrix) { vector = matrix; }
