// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/function/as_type.hpp"
#include "relatile/function/list.hpp"
#include "relatile/kernel/searching.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_points(const Extents& places, const Extents& values) {
  if (places == values && places[0] > 0) return;
  throw ShapeMismatch("relatile: interp: places of shape " + to_string(places) +
                      " and values of shape " + to_string(values));
}

/// On the line through two points; of a complex line both parts.
inline double on_line(double x, double x0, double x1, double y0, double y1) {
  if (x == x0 || x0 == x1) return std::isnan(x) ? x : y0;
  const double slope = (y1 - y0) / (x1 - x0);
  const double y = slope * (x - x0) + y0;
  if (!std::isnan(y)) return y;
  const double from_right = slope * (x - x1) + y1;
  return std::isnan(from_right) && y0 == y1 && !std::isnan(x) ? y0 : from_right;
}
inline std::complex<double> on_line(double x, double x0, double x1, std::complex<double> y0,
                                    std::complex<double> y1) {
  return {on_line(x, x0, x1, y0.real(), y1.real()), on_line(x, x0, x1, y0.imag(), y1.imag())};
}

/// The second operand is the places of points, and behind them their values.
template <class V>
void interpolate_lines(const Lines& lines) {
  const kernel::TypedLines<double> typed(lines);
  const auto* const points = reinterpret_cast<const V*>(lines.second);
  const std::int64_t count = lines.second_count / 2;
  std::vector<double> places;
  for (std::int64_t i = 0; i < count; ++i) places.push_back(std::real(points[i]));
  const V* const values = points + count;
  std::int64_t next = 0;
  kernel::places_of_lines<V>(typed, [&](double x) {
    next = kernel::place_near(std::span<const double>(places), x, next);
    const std::int64_t before = std::max<std::int64_t>(next - 1, 0);
    const std::int64_t after = std::min(before + 1, count - 1);
    return on_line(x, nth(places, before), nth(places, after), values[before], values[after]);
  });
}

template <class V>
tra::NodePtr on_lines_node(const tra::NodePtr& x, const tra::NodePtr& places,
                           const tra::NodePtr& values) {
  const Array<V, 1> points =
      concatenate({Array<V, 1>(astype<V>(Array<double, 1>(places))), Array<V, 1>(values)});
  constexpr Flops search_and_line{16};
  return places_node({"interp", interpolate_lines<V>}, points.node(), x, search_and_line,
                     element_type_of<V>());
}

/// Numbers as elements V.
template <class V>
tra::NodePtr as_values(const tra::NodePtr& x) {
  if constexpr (is_complex_v<V>) {
    return function_node<function::AsType<V>, double>(x);
  } else {
    return x;
  }
}

/// y0 + t (y1 - y0), t = (x - x0) / (x1 - x0): what moves x, or a place, moves it along the slope;
/// where there is none y0 alone counts: at a point, and at infinity, where y is that of the last
/// point.
template <class V>
std::vector<tra::NodePtr> by_line(const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
  const tra::NodePtr none = number_node(0.0);
  const tra::NodePtr all = number_node(1.0);
  const tra::NodePtr width = function_node<function::Subtract, double>(of[2], of[1]);
  const tra::NodePtr alone = function_node<function::Equal, double>(of[2], of[1]);
  const tra::NodePtr inverse = function_node<function::Where, double>(
      alone, none,
      function_node<function::Divide, double>(
          all, function_node<function::Where, double>(alone, all, width)));
  const tra::NodePtr from_point = function_node<function::Subtract, double>(of[0], of[1]);
  const tra::NodePtr at_end = function_node<function::LogicalOr, bool>(
      function_node<function::Isinf, double>(from_point),
      function_node<function::Equal, double>(of[0], of[1]));
  const tra::NodePtr t = function_node<function::Multiply, double>(
      function_node<function::Where, double>(at_end, none, from_point), inverse);
  const tra::NodePtr slope = function_node<function::Multiply, V>(
      function_node<function::Subtract, V>(of[4], of[3]), as_values<V>(inverse));
  tra::NodePtr by_x = function_node<function::Multiply, V>(g, conjugate_node(slope));
  if constexpr (is_complex_v<V>) by_x = function_node<function::Real, V>(by_x);
  const tra::NodePtr before = function_node<function::Subtract, double>(t, all);
  const tra::NodePtr by_y1 = function_node<function::Multiply, V>(g, as_values<V>(t));
  return {
      by_x, function_node<function::Multiply, double>(by_x, before),
      function_node<function::Negative, double>(function_node<function::Multiply, double>(by_x, t)),
      function_node<function::Subtract, V>(g, by_y1), by_y1};
}

RELATILE_INLINE tra::NodePtr differentiable_on_line(tra::NodePtr y,
                                                    const std::vector<tra::NodePtr>& of) {
  const bool is_complex = y->type.block.element.kind == ElementKind::complex;
  return with_pullback(std::move(y), of,
                       [is_complex](const tra::NodePtr&, const std::vector<tra::NodePtr>& points,
                                    const tra::NodePtr& g) {
                         return is_complex ? by_line<std::complex<double>>(points, g)
                                           : by_line<double>(points, g);
                       });
}

}  // namespace relatile::detail
