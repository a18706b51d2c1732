// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/array/reductions/statistics.hpp"
#include "relatile/expr/expression.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

/// How far x is from a number nearby, and the square of that.
struct Distance {
  static constexpr std::string_view name = "distance";
  static constexpr int arity = 2;
  static constexpr function::Domain domain = function::Domain::same;
  static constexpr std::int64_t flops = 2;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  using result = std::complex<double>;
  template <class C>
  static std::complex<double> apply(C x, C nearby) {
    const double distance = static_cast<double>(x) - static_cast<double>(nearby);
    return {distance, distance * distance};
  }
};

/// The loop for it, in a form that compilers make vectors of.
template <class M>
void write_distances(const Chunk& chunk, const kernel::ConstantValue*) {
  const auto* numbers = static_cast<const M*>(chunk.inputs[0]);
  const auto* nearby = static_cast<const M*>(chunk.inputs[1]);
  auto* parts = static_cast<double*>(chunk.output);
#pragma omp simd
  for (std::int64_t i = 0; i < chunk.count; ++i) {
    const double distance = static_cast<double>(numbers[i]) - static_cast<double>(nearby[i]);
    parts[2 * i] = distance;
    parts[2 * i + 1] = distance * distance;
  }
}

template <class M>
tra::NodePtr distances_node(const tra::NodePtr& numbers, const tra::NodePtr& nearby) {
  const kernel::FusedLoop loop = &write_distances<M>;
  const ExpressionOperand operands[] = {{.array = numbers, .part = {}, .constant = {}},
                                        {.array = nearby, .part = {}, .constant = {}}};
  return lower(*make_expression(kernel::function_of<Distance, M>(), operands), {&loop, 1});
}

RELATILE_INLINE tra::NodePtr first_node(const tra::NodePtr& x, std::vector<int> axes, bool keep) {
  const Extents& whole = x->type.extents;
  axes = normal_axes("var", std::move(axes), whole.rank());
  Extents shape;
  Access access;
  bool empty = false;
  for (int d = 0; d < whole.rank(); ++d) {
    const bool reduced = std::find(axes.begin(), axes.end(), d) != axes.end();
    access.dims.push_back({reduced ? -1 : shape.rank(), 0, 1, 1, nullptr});
    if (keep || !reduced) shape.push_back(reduced ? 1 : whole[d]);
    empty |= reduced && whole[d] == 0;
  }
  if (!empty) return tra::make_view("first", x, std::move(access), shape);
  const std::array<std::byte, 16> zero{};
  return full_node(shape, x->type.block.element, zero.data());
}

RELATILE_INLINE std::int64_t extent_along(const std::string& name, const Extents& shape,
                                          std::vector<int> axes) {
  std::int64_t extent = 1;
  for (const int axis : normal_axes(name, std::move(axes), shape.rank())) extent *= shape[axis];
  return extent;
}

RELATILE_INLINE void require_weights_of(const Extents& weights, const Extents& shape) {
  if (weights == shape) return;
  throw ShapeMismatch("relatile: average: weights of shape " + to_string(weights) +
                      " for all of an array of shape " + to_string(shape) +
                      "; name the axis that a vector of weights is along: average(x, 0, weights)");
}

RELATILE_INLINE tra::NodePtr weights_node(const tra::NodePtr& weights, const Extents& shape,
                                          int axis) {
  const Extents& given = weights->type.extents;
  if (given == shape) return weights;
  const int along = normal_axis("average", axis, shape.rank());
  if (given.rank() != 1 || given[0] != shape[along]) {
    throw ShapeMismatch("relatile: average: weights of shape " + to_string(given) +
                        " are neither of the array's shape " + to_string(shape) +
                        " nor a vector as long as its axis " + std::to_string(along));
  }
  return tra::make_view("weights", weights, Access::of_labels({along}), shape);
}

}  // namespace relatile::detail
