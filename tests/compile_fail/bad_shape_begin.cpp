// expect: give it a name: auto shape = x.shape\(\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

const std::int64_t* first(const rt::Array<double, 2>& x) { return x.shape().begin(); }
