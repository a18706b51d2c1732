// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/promotion.hpp"
#include "relatile/expr/operators.hpp"

namespace relatile::detail {

/// The conjugate, which adjoints and derivatives are made of; of real numbers the array itself.
template <class T, int N>
Array<T, N> conjugate_of(const Array<T, N>& x) {
  if constexpr (is_complex_v<T>) {
    return conj(x);
  } else {
    return x;
  }
}

}  // namespace relatile::detail
