// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>

#include "relatile/linalg/products.hpp"

namespace relatile {

/// numpy.tensordot over axes that are named: tensordot(a, b, {1, 0}, {0, 1}) sums over a's axis 1
/// together with b's axis 0, and over a's axis 0 together with b's axis 1. The other axes of a and
/// then of b are the result's. Negative ones count from the end.
///
///   errors  ShapeMismatch for an axis that there is not, one named twice, or extents that differ
template <ArrayExpression A, ArrayExpression B, std::size_t K, std::size_t L>
auto tensordot(const A& a, const B& b, const int (&axes_a)[K], const int (&axes_b)[L],
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(K == L, "relatile: tensordot: name as many axes of a as of b");
  constexpr bool fits = K == L && int(K) <= rank_of<A> && int(K) <= rank_of<B>;
  static_assert(K != L || fits, "relatile: tensordot: more axes than an operand has");
  if constexpr (fits) {
    detail::AxisNumbers<int(K)> of_a;
    detail::AxisNumbers<int(K)> of_b;
    std::copy_n(axes_a, K, of_a.begin());
    std::copy_n(axes_b, K, of_b.begin());
    return detail::product_over<int(K)>("tensordot", a, of_a, b, of_b);
  }
}

/// numpy.tensordot over so many last axes of a, and first axes of b: tensordot<1>(a, b) of matrices
/// is matmul(a, b), tensordot<0>(a, b) the product of every element with every other.
///
///   errors  ShapeMismatch if their extents differ
template <int Count = 2, ArrayExpression A, ArrayExpression B>
auto tensordot(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr bool fits = Count >= 0 && Count <= rank_of<A> && Count <= rank_of<B>;
  static_assert(fits, "relatile: tensordot: more axes than an operand has");
  if constexpr (fits) {
    detail::AllAxes<Count> last;
    for (int& axis : last.values) axis += rank_of<A> - Count;
    return detail::product_over<Count>("tensordot", a, last.values, b,
                                       detail::AllAxes<Count>().values);
  }
}

template <ArrayExpression A, ArrayExpression B, class Count>
  requires std::is_integral_v<Count>
auto tensordot(const A& a, const B&, Count) {
  static_assert(!std::is_integral_v<Count>,
                "relatile: tensordot: the number of axes, of which the result's dimensions depend, "
                "is a template argument: tensordot<1>(a, b)");
  return as_array(a);
}

}  // namespace relatile
