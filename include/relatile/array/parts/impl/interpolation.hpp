// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/interpolation.hpp"

#include <complex>
#include <utility>
#include <vector>

#include "relatile/expr/function_node.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/function/as_type.hpp"
#include "relatile/function/list.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_points(const Extents& places, const Extents& values) {
  if (places == values && places[0] > 0) return;
  throw ShapeMismatch("relatile: interp: places of shape " + to_string(places) +
                      " and values of shape " + to_string(values));
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
