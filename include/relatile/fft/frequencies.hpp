// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <numeric>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/roll.hpp"
#include "relatile/tra/indexing.hpp"

// Which frequency a result of a transform is of, and results in the order of frequencies.

namespace relatile::fft {

/// numpy.fft.fftfreq: the frequencies of fft's n results, in cycles per unit of the distance `d`
/// between samples: 0, 1, ..., -2, -1 over n d.
///
///   errors  ShapeMismatch for a negative n
inline Array<double, 1> fftfreq(std::int64_t n, double d = 1.0,
                                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const double unit = 1.0 / (static_cast<double>(n) * d);
  return from_function({n}, [n, unit](std::int64_t k) {
    return static_cast<double>(k < (n + 1) / 2 ? k : k - n) * unit;
  });
}
/// numpy.fft.rfftfreq: those of rfft's n / 2 + 1 results.
inline Array<double, 1> rfftfreq(std::int64_t n, double d = 1.0,
                                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const double unit = 1.0 / (static_cast<double>(n) * d);
  return from_function({n / 2 + 1},
                       [unit](std::int64_t k) { return static_cast<double>(k) * unit; });
}

namespace detail {

template <ArrayExpression E>
auto rolled_by_half(const E& x, std::vector<int> axes, bool back, SourceLine line) {
  if (axes.empty()) {
    axes.resize(static_cast<std::size_t>(rank_of<E>));
    std::iota(axes.begin(), axes.end(), 0);
  }
  std::vector<std::int64_t> shifts;
  for (const int axis : axes) {
    const int at = relatile::detail::normal_axis(back ? "ifftshift" : "fftshift", axis, rank_of<E>);
    const std::int64_t half = shape_of(x)[at] / 2;
    shifts.push_back(back ? -half : half);
  }
  return roll(x, shifts, axes, line);
}

}  // namespace detail

/// numpy.fft.fftshift: results moved so that the one of frequency 0 is in the middle, along this
/// axis, these, {0, 2}, or all.
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto fftshift(const E& x, const std::vector<int>& axes = {},
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::rolled_by_half(x, axes, false, line);
}
template <ArrayExpression E, std::integral Axis>
auto fftshift(const E& x, Axis axis, SourceLine line = SourceLine::current()) {
  return fftshift(x, std::vector<int>{static_cast<int>(axis)}, line);
}
/// numpy.fft.ifftshift: and back.
template <ArrayExpression E>
auto ifftshift(const E& x, const std::vector<int>& axes = {},
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::rolled_by_half(x, axes, true, line);
}
template <ArrayExpression E, std::integral Axis>
auto ifftshift(const E& x, Axis axis, SourceLine line = SourceLine::current()) {
  return ifftshift(x, std::vector<int>{static_cast<int>(axis)}, line);
}

}  // namespace relatile::fft
