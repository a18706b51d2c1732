// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/tapers.hpp"

#include <algorithm>
#include <numbers>

#include "relatile/array/creation.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/function/list.hpp"

namespace relatile {

namespace detail {

/// Where points lie between -1 and 1, evenly; one lies in the middle.
inline Array<double, 1> places_of_points(Extent points) {
  const auto n = std::max<std::int64_t>(points, 0);
  const Array<double, 1> steps = arange<double>(1.0 - double(n), double(n), 2.0);
  return steps / double(std::max<std::int64_t>(n - 1, 1));
}
/// cos(k pi x) at these places.
inline Array<double, 1> cosines(Extent points, double k) {
  return cos(places_of_points(points) * (k * std::numbers::pi));
}

}  // namespace detail

RELATILE_INLINE Array<double, 1> bartlett(Extent points, SourceLine line) {
  const AskedFrom scope(line);
  return 1.0 - abs(detail::places_of_points(points));
}
RELATILE_INLINE Array<double, 1> blackman(Extent points, SourceLine line) {
  const AskedFrom scope(line);
  return 0.42 + 0.5 * detail::cosines(points, 1) + 0.08 * detail::cosines(points, 2);
}
RELATILE_INLINE Array<double, 1> hamming(Extent points, SourceLine line) {
  const AskedFrom scope(line);
  return 0.54 + 0.46 * detail::cosines(points, 1);
}
RELATILE_INLINE Array<double, 1> hanning(Extent points, SourceLine line) {
  const AskedFrom scope(line);
  return 0.5 + 0.5 * detail::cosines(points, 1);
}
RELATILE_INLINE Array<double, 1> kaiser(Extent points, double beta, SourceLine line) {
  const AskedFrom scope(line);
  if (points == 1) return ones({1});  // whatever beta is
  const Array<double, 1> place = detail::places_of_points(points);
  const Array<double, 1> fall = sqrt(maximum(1.0 - place * place, 0.0));
  return i0(beta * fall) / i0(full({}, beta));
}

}  // namespace relatile
