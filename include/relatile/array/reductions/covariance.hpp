// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/linalg/products.hpp"

namespace relatile {

/// The covariances of the rows of x, each a variable, over its columns, each an observation:
/// numpy.cov(x, ddof=ddof). Sums of products are divided by columns - ddof.
template <ArrayExpression E>
auto cov(const E& x, int ddof = 1, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 2, "relatile: cov: of a matrix; cov(x, y) takes two vectors");
  using T = std::conditional_t<std::is_integral_v<element_of<E>>, double, element_of<E>>;
  const Array<T, 2> values = astype<T>(x);
  const Array<T, 2> apart = values - mean(values, 1, keepdims);
  const auto divisor = static_cast<double>(values.shape(1) - ddof);
  if constexpr (is_complex_v<T>) {
    return as_array(matmul(apart, transpose(conj(apart))) / T(divisor > 0 ? divisor : 0));
  } else {
    return as_array(matmul(apart, transpose(apart)) / T(divisor > 0 ? divisor : 0));
  }
}
/// The rows' coefficients of correlation: numpy.corrcoef.
template <ArrayExpression E>
auto corrcoef(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto covariances = cov(x, 1, line);
  using T = element_of<decltype(covariances)>;
  const auto deviations = as_array(sqrt(real(diagonal(covariances))));
  const Array<T, 2> quotient =
      covariances / expand_dims(deviations, 1) / expand_dims(deviations, 0);
  if constexpr (is_complex_v<T>) {
    return quotient;
  } else {
    return as_array(clip(quotient, T(-1), T(1)));
  }
}

}  // namespace relatile
