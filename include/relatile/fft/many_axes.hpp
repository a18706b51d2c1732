// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "relatile/fft/transforms.hpp"

// Transforms along several axes, one after the other: numpy.fft.fftn and its like. Where the array
// is cut along an axis that is next, sites exchange what makes lines whole, as planned.

namespace relatile::fft {

/// numpy.fft's keywords: fftn(x, {.axes = {0, 2}}).
struct OptionsOfAxes {
  std::vector<std::int64_t> s = {};  ///< how many elements along each of the axes; empty: as x has
  std::vector<int> axes = {};        ///< empty: all of them, or the last ones, as many as s has
  std::string norm = "backward";
};

namespace detail {

/// Options for each axis, the first of them transformed last, as NumPy does.
inline std::vector<Options> one_by_one(const std::string& name, const OptionsOfAxes& options,
                                       int rank) {
  std::vector<int> axes = options.axes;
  if (axes.empty()) {
    axes.resize(options.s.empty() ? static_cast<std::size_t>(rank) : options.s.size());
    std::iota(axes.begin(), axes.end(), -static_cast<int>(axes.size()));
  }
  if (!options.s.empty() && options.s.size() != axes.size()) {
    throw ShapeMismatch("relatile: " + name + ": s has " + std::to_string(options.s.size()) +
                        " sizes for " + std::to_string(axes.size()) + " axes");
  }
  std::vector<Options> each;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    Options one{{}, axes[i], options.norm};
    if (!options.s.empty()) one.n = options.s[i];
    each.push_back(one);
  }
  return each;
}

/// Along axes one by one, the last of them first.
template <class C>
C transformed_along(const char* name, C x, const std::vector<Options>& each, Fourier transform) {
  for (auto one = each.rbegin(); one != each.rend(); ++one) {
    x = transformed<element_of<C>, element_of<C>>(name, x, *one, transform);
  }
  return x;
}

template <ArrayExpression E>
auto of_axes(const char* name, const E& x, const OptionsOfAxes& options, Fourier transform) {
  using Complex = complex_of<E>;
  const Array<Complex, rank_of<E>> numbers = astype<Complex>(x);
  return transformed_along(name, numbers, one_by_one(name, options, rank_of<E>), transform);
}

/// The last two axes, unless told.
inline OptionsOfAxes of_two(OptionsOfAxes options) {
  if (options.axes.empty()) options.axes = {-2, -1};
  return options;
}

}  // namespace detail

/// numpy.fft.fftn: fft along all axes, or those that `options` names.
///
///   errors  those of fft; ShapeMismatch unless there is a size for each axis
///   cost    5 n log2(n) flops for n elements
template <ArrayExpression E>
auto fftn(const E& x, const OptionsOfAxes& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::of_axes("fftn", x, options, detail::Fourier::forward);
}
/// numpy.fft.ifftn: the reverse.
template <ArrayExpression E>
auto ifftn(const E& x, const OptionsOfAxes& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::of_axes("ifftn", x, options, detail::Fourier::backward);
}
/// numpy.fft.rfftn: of real numbers, rfft along the last axis and fft along the others.
template <ArrayExpression E>
auto rfftn(const E& x, const OptionsOfAxes& options = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  auto each = detail::one_by_one("rfftn", options, rank_of<E>);
  const Options last = each.back();
  each.pop_back();
  return detail::transformed_along("rfftn", rfft(x, last, line), each, detail::Fourier::forward);
}
/// numpy.fft.irfftn: the reverse.
template <ArrayExpression E>
auto irfftn(const E& x, const OptionsOfAxes& options = {},
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  auto each = detail::one_by_one("irfftn", options, rank_of<E>);
  const Options last = each.back();
  each.pop_back();
  using Complex = detail::complex_of<E>;
  const Array<Complex, rank_of<E>> numbers = astype<Complex>(x);
  return irfft(detail::transformed_along("irfftn", numbers, each, detail::Fourier::backward), last,
               line);
}

/// numpy.fft.fft2: along the last two axes, or those that `options` names.
template <ArrayExpression E>
auto fft2(const E& x, const OptionsOfAxes& options = {}, SourceLine line = SourceLine::current()) {
  return fftn(x, detail::of_two(options), line);
}
template <ArrayExpression E>
auto ifft2(const E& x, const OptionsOfAxes& options = {}, SourceLine line = SourceLine::current()) {
  return ifftn(x, detail::of_two(options), line);
}
template <ArrayExpression E>
auto rfft2(const E& x, const OptionsOfAxes& options = {}, SourceLine line = SourceLine::current()) {
  return rfftn(x, detail::of_two(options), line);
}
template <ArrayExpression E>
auto irfft2(const E& x, const OptionsOfAxes& options = {},
            SourceLine line = SourceLine::current()) {
  return irfftn(x, detail::of_two(options), line);
}

}  // namespace relatile::fft
