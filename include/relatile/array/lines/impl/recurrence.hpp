// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/recurrence.hpp"

#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/lines/scan.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/function/list.hpp"
#include "relatile/tra/assemble.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

/// The function y -> factor y + shift.
template <class T>
struct LinearFunction {
  T factor;
  T shift;
};

/// First one, then the other. What is 0 stays so: a factor that is the product of many may have
/// overflowed where none of them is infinite.
struct FirstThen {
  template <class T>
  LinearFunction<T> operator()(const LinearFunction<T>& first,
                               const LinearFunction<T>& then) const {
    const auto scaled = [&](const T& x) { return x == T(0) ? T(0) : then.factor * x; };
    return {scaled(first.factor), scaled(first.shift) + then.shift};
  }
};

/// A stage of plain loops over elements of these types.
template <class To, class... From, class F>
Stage stage_of_structs(const std::string& name, const F& f) {
  Stage stage;
  stage.name = name;
  for (int operand = 0; operand < int(sizeof...(From)); ++operand) {
    stage.operands.push_back(operand);
  }
  stage.output = element_type_of<To>();
  const auto run = [f]<std::size_t... I>(std::span<const void* const> inputs, void* output,
                                         std::int64_t count, std::index_sequence<I...>) {
    auto* const to = static_cast<To*>(output);
    for (std::int64_t i = 0; i < count; ++i) {
      to[i] = f(static_cast<const From*>(inputs[I])[i]...);
    }
  };
  stage.run = [run](const Chunk& chunk) {
    run(chunk.inputs, chunk.output, chunk.count, std::index_sequence_for<From...>{});
  };
  stage.plain = [run](std::span<const void* const> inputs, void* output, const Extents&) {
    run(inputs, output, 1, std::index_sequence_for<From...>{});
  };
  return stage;
}

inline tra::NodePtr map_of_structs(const std::string& name, const std::vector<tra::NodePtr>& x,
                                   Stage stage) {
  Program program;
  for (const auto& operand : x) program.inputs.push_back(operand->type.block.element);
  const ElementType made = stage.output;
  program.stages.push_back(std::move(stage));
  const Extents& shape = x[0]->type.extents;
  return tra::make_map(name, x, {x.size(), Access::identity(shape.rank())}, shape,
                       std::move(program), made);
}

template <class T>
tra::NodePtr scanned_recurrence(const tra::NodePtr& a, const tra::NodePtr& b, int axis) {
  using Linear = LinearFunction<T>;
  const std::string name = "recurrence";
  const tra::NodePtr functions = map_of_structs(
      name, {a, b}, stage_of_structs<Linear, T, T>("linear", [](const T& factor, const T& shift) {
        return Linear{factor, shift};
      }));
  const tra::NodePtr composed =
      scan_passes(name, functions, axis, own_scan_kernels<Linear>(FirstThen{}, Linear{T(1), T(0)}));
  return map_of_structs(
      name, {composed},
      stage_of_structs<T, Linear>("shift", [](const Linear& linear) { return linear.shift; }));
}

RELATILE_INLINE tra::NodePtr behind_first(const tra::NodePtr& rest, int axis, double first) {
  Extents shape = rest->type.extents;
  ++shape[axis];
  std::string fill(rest->type.block.element.size, '\0');
  visit_type(rest->type.block.element, [&]<class T>(std::type_identity<T>) {
    const T number(static_cast<real_t<T>>(first));
    std::memcpy(fill.data(), &number, sizeof(T));
  });
  Extents begin = Extents::filled(shape.rank(), 0);
  begin[axis] = 1;
  return tra::make_assemble("one before", shape, {{rest, begin, {}}}, {fill, {}});
}

RELATILE_INLINE tra::NodePtr one_before(const tra::NodePtr& x, int axis, double first) {
  if (x->type.extents[axis] == 0) return x;
  return behind_first(slice_node("slice", x, axis, slice(0, -1)), axis, first);
}

RELATILE_INLINE tra::NodePtr recurrence_from_end(const tra::NodePtr& a, const tra::NodePtr& g,
                                                 int axis) {
  const auto flipped = [&](const tra::NodePtr& x) {
    return slice_node("flip", x, axis, slice({}, {}, -1));
  };
  const tra::NodePtr factors = one_before(flipped(conjugate_node(a)), axis, 0);
  return flipped(recurrence_node(factors, flipped(g), axis));
}

RELATILE_INLINE tra::NodePtr recurrence_node(const tra::NodePtr& a, const tra::NodePtr& b,
                                             int axis) {
  tra::NodePtr node;
  visit_type(b->type.block.element,
             [&]<class T>(std::type_identity<T>) { node = scanned_recurrence<T>(a, b, axis); });
  return with_pullback(
      std::move(node), {a, b},
      [axis](const tra::NodePtr& self, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        const tra::NodePtr by_b = recurrence_from_end(of[0], g, axis);
        const tra::NodePtr before = one_before(self, axis, 0);
        return std::vector<tra::NodePtr>{
            elementwise_node<function::Multiply>(by_b, conjugate_node(before)), by_b};
      });
}

}  // namespace relatile::detail
