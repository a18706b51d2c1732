// expect: relatile: concatenate: arrays in braces have one element type .* concatenate\(std::tuple\(x, y\)\)
// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

namespace rt = relatile;

rt::Array<double, 1> both(const rt::Array<double, 1>& x, const rt::Array<std::int64_t, 1>& n) {
  return rt::concatenate({x, n});
}
