// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <relatile/relatile.hpp>

namespace relatile::test {

/// Different in every element of an array, by its row-major number, but for bool.
template <class T>
T element(std::int64_t index) {
  if constexpr (is_complex_v<T>) {
    return {static_cast<real_t<T>>(index), static_cast<real_t<T>>(-index - 1)};
  } else {
    return static_cast<T>(index % 3 == 0 ? index : index + 1);
  }
}

template <class T, int N>
Array<T, N> numbers(const Extents& shape) {
  return generate<T, N>("numbers", shape, 1,
                        [shape](const Extents& at) { return element<T>(linear_index(at, shape)); });
}

}  // namespace relatile::test
