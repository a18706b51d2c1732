// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/operators.hpp"

// Numbers that decide what is computed next, the same on all sites.

namespace relatile::detail {

/// Evaluates a vector and arrays beside it, by one plan, and brings the vector to all sites.
/// Collective.
template <class T>
std::vector<T> evaluated_numbers(const Array<T, 1>& numbers,
                                 const std::vector<tra::NodePtr>& beside) {
  const Array<T, 1> there(placed_array(numbers.node(), everywhere));
  std::vector<tra::NodePtr> nodes = beside;
  nodes.push_back(there.node());
  Session::current().evaluate(nodes);
  const auto count = static_cast<std::size_t>(numbers.size());
  for (const auto& part : local_parts(there)) {
    if (part.elements().size() == count) return {part.data.get(), part.data.get() + count};
  }
  return {};
}
/// The same of numbers that are arrays without dimensions.
inline std::vector<double> evaluated_scalars(const std::vector<Array<double, 0>>& numbers,
                                             const std::vector<tra::NodePtr>& beside) {
  return evaluated_numbers<double>(stack(numbers), beside);
}

/// a / b, and 0 where b is.
template <class T>
Array<T, 0> quotient(const Array<T, 0>& a, const Array<T, 0>& b) {
  return where(b != T(0), a / b, T(0));
}

/// The parts of numbers that are real, in the precision that decisions are made in.
template <class T>
Array<double, 0> real_number(const Array<T, 0>& x) {
  if constexpr (is_complex_v<T>) {
    return astype<double>(real(x));
  } else {
    return astype<double>(x);
  }
}

/// The sum of |x|^2.
template <class T>
Array<double, 0> squared_norm(const Array<T, 1>& x) {
  return real_number<T>(vdot(x, x));
}

/// The largest |x|; 0 of nothing.
template <class T, int N>
Array<double, 0> largest_size(const Array<T, N>& x) {
  return max(astype<double>(abs(x)), initial(0.0));
}

/// A power of two near `largest`, the largest size of some numbers: over it, their squares, and
/// squares of these, are numbers of type float, too. 1 where they are anyway, or where `largest`
/// is not finite.
inline double unit_of(double largest) {
  constexpr int safe_exponent = 20;
  if (largest == 0 || !std::isfinite(largest)) return 1;
  const int exponent = std::ilogb(largest);
  return std::abs(exponent) <= safe_exponent ? 1.0 : std::ldexp(1.0, exponent);
}

template <class T, int N>
Array<T, N> over_unit(const Array<T, N>& x, double unit) {
  return unit == 1 ? x : Array<T, N>(x / T(static_cast<real_t<T>>(unit)));
}
/// What was found of numbers over their unit, for the numbers that were given; evaluated.
template <class T, int N>
Array<T, N> times_unit(const Array<T, N>& x, double unit) {
  if (unit == 1) return x;
  const Array<T, N> scaled = x * T(static_cast<real_t<T>>(unit));
  Session::current().evaluate({scaled.node()});
  return scaled;
}

}  // namespace relatile::detail
