// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/fft/transforms.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/pad.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/units.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/function/list.hpp"
#include "relatile/tra/along_axis.hpp"

namespace relatile::fft::detail {

/// A vector of so many elements or more is transformed by all sites, unless it makes no matrix of
/// so many columns.
inline constexpr std::int64_t long_line = 1 << 16;
inline constexpr std::int64_t fewest_columns = 16;

inline double scale_of(const std::string& name, Fourier transform, std::int64_t n,
                       const std::string& norm) {
  const bool backwards = transform == Fourier::backward || transform == Fourier::to_real;
  const auto count = static_cast<double>(n);
  if (norm == "ortho") return 1 / std::sqrt(count);
  if (norm == "backward") return backwards ? 1 / count : 1;
  if (norm == "forward") return backwards ? 1 : 1 / count;
  throw Error("relatile: " + name + ": norm is \"" + norm +
              "\"; it is \"backward\", \"ortho\" or \"forward\"");
}

/// x with `count` elements along the axis: cut, or filled with zeros.
inline tra::NodePtr resized(const std::string& name, const tra::NodePtr& x, int axis,
                            std::int64_t count) {
  const std::int64_t extent = x->type.extents[axis];
  if (extent >= count) {
    return extent == count ? x : relatile::detail::part_node(name, x, axis, {0, count});
  }
  std::vector<PadWidth> widths(static_cast<std::size_t>(x->type.rank()));
  widths[static_cast<std::size_t>(axis)].after = count - extent;
  const std::string zero(x->type.block.element.size, '\0');
  return relatile::detail::pad_constant_node(x, widths, {zero.data(), {}});
}

template <class T>
tra::NodePtr scaled(const std::string& name, const tra::NodePtr& x, int axis, Fourier transform,
                    std::int64_t n, double scale);

/// What the derivative of a transform to real numbers is to be multiplied by: each number but those
/// that are their own conjugates stands for two.
inline tra::NodePtr twice_but_ends(const tra::NodePtr& x, int axis, std::int64_t n) {
  const std::int64_t count = x->type.extents[axis];
  const std::int64_t end = n % 2 == 0 ? count - 1 : count;
  std::vector<tra::NodePtr> parts;
  const auto add = [&](std::int64_t low, std::int64_t high, bool twice) {
    if (low >= high) return;
    const auto part = relatile::detail::part_node("part", x, axis, {low, high});
    parts.push_back(twice ? relatile::detail::elementwise_node<function::Add>(part, part) : part);
  };
  add(0, 1, false);
  add(1, end, true);
  add(std::max<std::int64_t>(end, 1), count, false);
  return relatile::detail::concatenate_node("concatenate", parts, axis);
}

template <class T>
tra::NodePtr derivative(const tra::NodePtr& g, int axis, Fourier transform, std::int64_t n,
                        double scale) {
  const std::string name = "fourier";
  switch (transform) {
    case Fourier::forward: return scaled<T>(name, g, axis, Fourier::backward, n, scale);
    case Fourier::backward: return scaled<T>(name, g, axis, Fourier::forward, n, scale);
    case Fourier::from_real:
      return relatile::detail::function_node<function::Real, std::complex<T>>(
          scaled<T>(name, resized(name, g, axis, n), axis, Fourier::backward, n, scale));
    default: return twice_but_ends(scaled<T>(name, g, axis, Fourier::from_real, n, scale), axis, n);
  }
}

/// Each line by a site.
template <class T>
tra::NodePtr by_lines(const tra::NodePtr& x, int axis, Fourier transform, std::int64_t n,
                      double scale) {
  const ElementType made =
      transform == Fourier::to_real ? element_type_of<T>() : element_type_of<std::complex<T>>();
  const std::int64_t count = transform == Fourier::from_real ? n / 2 + 1 : n;
  const auto log2 = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(n)));
  return tra::make_along_axis(x, axis, kernel::fourier_kernel<T>(transform, scale), {made, count},
                              Flops{5 * log2});
}

/// The greatest divisor of n that is not above its root.
inline std::int64_t divisor_near_root(std::int64_t n) {
  auto divisor = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  while (n % divisor != 0) --divisor;
  return divisor;
}

/// One long line as a matrix: j = j1 n2 + j2 and k = k1 + n1 k2, so that
///
///   y[k1 + n1 k2] = sum over j2 of (e^(-2 pi i j2 k1 / n) sum over j1 of x[j1 n2 + j2]
///                   e^(-2 pi i j1 k1 / n1)) e^(-2 pi i j2 k2 / n2)
///
///   source  W. M. Gentleman and G. Sande, Fast Fourier transforms: for fun and profit, AFIPS 1966
template <class T>
tra::NodePtr by_columns_and_rows(const tra::NodePtr& x, Fourier transform, std::int64_t n,
                                 std::int64_t n1, double scale) {
  using Complex = std::complex<T>;
  const std::int64_t n2 = n / n1;
  const double sign = transform == Fourier::forward ? -1 : 1;
  const Array<Complex, 2> columns(
      by_lines<T>(reshape<2>(Array<Complex, 1>(x), Extents{n1, n2}).node(), 0, transform, n1, 1));
  const auto turns = from_function({n1, n2}, [=](std::int64_t k1, std::int64_t j2) {
    const double angle =
        sign * 2 * std::numbers::pi * static_cast<double>(k1 * j2 % n) / static_cast<double>(n);
    return Complex(static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle)));
  });
  const Array<Complex, 2> turned = columns * turns;
  const Array<Complex, 2> rows(by_lines<T>(turned.node(), 1, transform, n2, scale));
  return ravel(transpose(rows)).node();
}

/// One long line of real numbers, or to real numbers, by the transform of complex ones.
template <class T>
tra::NodePtr through_complex(const std::string& name, const tra::NodePtr& x, Fourier transform,
                             std::int64_t n, double scale) {
  using Complex = std::complex<T>;
  if (transform == Fourier::from_real) {
    const Array<Complex, 1> numbers = astype<Complex>(Array<T, 1>(x));
    return resized(name, scaled<T>(name, numbers.node(), 0, Fourier::forward, n, scale), 0,
                   n / 2 + 1);
  }
  const Array<Complex, 1> half(x);
  const Array<Complex, 1> others = conj(half(slice((n - 1) / 2, 0, -1)));
  const tra::NodePtr whole = relatile::detail::concatenate_node(name, {x, others.node()}, 0);
  return relatile::detail::function_node<function::Real, Complex>(
      scaled<T>(name, whole, 0, Fourier::backward, n, scale));
}

template <class T>
tra::NodePtr scaled(const std::string& name, const tra::NodePtr& x, int axis, Fourier transform,
                    std::int64_t n, double scale) {
  const bool is_long = x->type.rank() == 1 && n >= long_line;
  const std::int64_t columns = is_long ? divisor_near_root(n) : 1;
  const bool by_all_sites = columns >= fewest_columns;
  const bool of_complex = transform == Fourier::forward || transform == Fourier::backward;
  if (by_all_sites && !of_complex) return through_complex<T>(name, x, transform, n, scale);
  const tra::NodePtr made = by_all_sites ? by_columns_and_rows<T>(x, transform, n, columns, scale)
                                         : by_lines<T>(x, axis, transform, n, scale);
  auto named = std::make_shared<tra::Node>(*made);
  named->name = name;
  return relatile::detail::with_pullback(
      std::move(named), {x},
      [axis, transform, n, scale](const tra::NodePtr&, const std::vector<tra::NodePtr>&,
                                  const tra::NodePtr& g) {
        return std::vector<tra::NodePtr>{derivative<T>(g, axis, transform, n, scale)};
      });
}

template <class T>
tra::NodePtr fourier_node(const std::string& name, const tra::NodePtr& x, int axis,
                          Fourier transform, std::int64_t n, const std::string& norm) {
  if (n < 1) {
    throw ShapeMismatch("relatile: " + name + ": " + std::to_string(n) + " elements along axis " +
                        std::to_string(axis) + " of shape " + to_string(x->type.extents) +
                        "; at least one is transformed");
  }
  const double scale = scale_of(name, transform, n, norm);
  const std::int64_t read = transform == Fourier::to_real ? n / 2 + 1 : n;
  return scaled<T>(name, resized(name, x, axis, read), axis, transform, n, scale);
}

}  // namespace relatile::fft::detail
