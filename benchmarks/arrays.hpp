// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <relatile/relatile.hpp>

// Operands, and what peers read of them.

namespace benchmarks {

/// The elements of an array that one site has as a whole.
template <class T, int N>
const T* data(const relatile::Array<T, N>& x) {
  return relatile::local_parts(x)[0].data.get();
}

/// Numbers between `low` and 1, stored.
template <int N>
relatile::Array<double, N> random_array(const relatile::Extent (&shape)[N], double low = -1) {
  const relatile::Array<double, N> x = relatile::random::uniform<double>(low, 1, shape);
  relatile::evaluate(x);
  return x;
}

}  // namespace benchmarks
