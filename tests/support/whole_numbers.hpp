// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <span>

#include "support/against_reference.hpp"

namespace relatile::test {

/// A small whole number for every place, so that sums are exact in any order.
inline std::int64_t number(const Extents& at, std::int64_t seed) {
  std::int64_t sum = seed;
  for (int d = 0; d < at.rank(); ++d) sum += at[d] * (7 + 4 * d);
  return sum % 5 - 2;
}

template <class T = double, std::size_t N>
Array<T, int(N)> numbers(const std::int64_t (&shape)[N], std::int64_t seed) {
  const Extents extents{std::span<const std::int64_t>(shape, N)};
  return generate<T, int(N)>("numbers", extents, 1, [seed](const Extents& at) {
    return convert_element<T>(number(at, seed));
  });
}

/// Requires that every element of x is what f says of its place.
template <class E, class F>
void require_elements(const E& x, const Extents& shape, const F& f) {
  const auto array = as_array(x);
  REQUIRE(array.shape() == shape);
  const auto found = to_vector(array);
  for (std::int64_t i = 0; i < array.size(); ++i) {
    const Extents at = key_from_linear_index(i, shape);
    INFO("element " << to_string(at));
    REQUIRE(found[std::size_t(i)] == static_cast<typename decltype(found)::value_type>(f(at)));
  }
  require_reference(array);
}

}  // namespace relatile::test
