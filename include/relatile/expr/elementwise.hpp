// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/expr/array.hpp"
#include "relatile/expr/promoted.hpp"
#include "relatile/kernel/elementwise.hpp"
#include "relatile/tra/map.hpp"

namespace relatile {

namespace detail {
/// What all copies of one expression share: who it is, its shape, and its node once it was lowered.
/// The node is not owned: an expression keeps its operands alive, not its value.
struct Identity {
  explicit Identity(const Extents& broadcast) : shape(broadcast) {}
  Extents shape;
  std::weak_ptr<tra::Node> node;
};

template <class X>
constexpr int operand_rank() {
  if constexpr (is_number<X>) {
    return 0;
  } else {
    return X::rank;
  }
}
}  // namespace detail

/// F of arrays, numbers and other expressions, not yet computed: a C++ type that the compiler turns
/// into one pass over memory. Operands are held by value (arrays are handles), so that `auto`,
/// returning and using an expression twice are safe; what occurs twice is computed once.
template <class F, class... Args>
class Elementwise {
 public:
  using relatile_array_expression = void;
  using functor = F;
  using promoted = detail::promoted_for<F, Args...>;
  using value_type = function::result_t<F, promoted>;
  static constexpr int rank = std::max({detail::operand_rank<Args>()...});

  /// Operands that do not broadcast together are refused here, where they meet.
  explicit Elementwise(Args... args)
      : args_(std::move(args)...), identity_(std::make_shared<detail::Identity>(broadcast())) {}

  const std::tuple<Args...>& args() const { return args_; }
  detail::Identity& identity() const { return *identity_; }
  const Extents& shape() const { return identity_->shape; }
  std::int64_t shape(int axis) const { return detail::extent_of(shape(), axis); }

  template <class... Indices>
  auto operator()(const Indices&... indices) const {
    return as_array(*this)(indices...);
  }

  /// As an array's: see array.hpp. Collective.
  value_type item(SourceLine line = SourceLine::current()) const;
  template <class U>
    requires(rank == 0 && detail::NumberFrom<value_type, U>)
  explicit operator U() const { return convert_element<U>(item(SourceLine::unknown())); }

 private:
  Extents broadcast() const {
    std::array<Extents, sizeof...(Args)> shapes;
    std::size_t count = 0;
    const auto add_shape = [&]<class X>(const X& operand) {
      if constexpr (!detail::is_number<X>) shapes[count++] = operand.shape();
    };
    std::apply([&](const auto&... operand) { (add_shape(operand), ...); }, args_);
    return tra::broadcast_shapes(F::name, {shapes.data(), count});
  }

  std::tuple<Args...> args_;
  std::shared_ptr<detail::Identity> identity_;
};

template <class F, class... Args>
Extents shape_of(const Elementwise<F, Args...>& expression) {
  return expression.shape();
}

namespace detail {

/// The kernel type of an expression: the same tree, without handles.
template <class T, int N>
kernel::Leaf<T> kernel_of(const Array<T, N>&) {
  return {};
}
template <class T>
kernel::Constant<T> kernel_of(const Number<T>& number) {
  return {number.value};
}
template <class F, class... Args>
auto kernel_of(const Elementwise<F, Args...>& expression) {
  return std::apply(
      [](const auto&... operand) {
        return kernel::Call<F, typename Elementwise<F, Args...>::promoted,
                            decltype(kernel_of(operand))...>{{kernel_of(operand)...}};
      },
      expression.args());
}

/// One function of an expression by itself: its operands are inputs.
template <class X>
auto kernel_of_operand(const X& operand) {
  if constexpr (is_number<X>) {
    return kernel::Constant<typename X::value_type>{operand.value};
  } else {
    return kernel::Leaf<typename X::value_type>{};
  }
}

template <class X>
constexpr std::int64_t total_flops(const X*) {
  return 0;
}
template <class F, class... Args>
constexpr std::int64_t total_flops(const Elementwise<F, Args...>*) {
  return F::flops + (total_flops(static_cast<const Args*>(nullptr)) + ... + 0);
}

/// The stages of an expression's program: one for each function, or all functions in one where
/// nothing is in the way.
enum class Stages { one_each, fused };
template <Stages How, class E>
tra::NodePtr lower(const E& expression);

/// A broadcast part of an expression that would take fewer flops is computed anew for every element
/// of the whole: another node is planned, and costs a step.
inline constexpr std::int64_t least_flops_saved = std::int64_t(1) << 16;
/// A part is computed anew, too, if it is repeated less often: else it would be stored and read.
inline constexpr std::int64_t least_repeats = 8;

/// What others read as well, and costs as much, is stored for all of them: `e / sum(e)`.
inline constexpr std::int64_t least_flops_shared = 10;

/// Collects an expression's arrays, and what is computed once for all: sub-expressions that occur
/// twice (stages of their own), those that are broadcast, or shared with other expressions (nodes
/// of their own).
struct Inventory {
  Extents shape;                     ///< of the whole expression
  std::vector<tra::NodePtr> leaves;  ///< in order of occurrence, repeated arrays included
  std::vector<const Identity*> seen;
  std::map<const Identity*, tra::NodePtr> nodes;
  bool repeats = false;

  explicit Inventory(const Extents& of_whole) : shape(of_whole) {}

  template <class T, int N>
  void visit(const Array<T, N>& array) {
    leaves.push_back(array.node());
  }
  template <class T>
  void visit(const Number<T>&) {}
  template <class F, class... Args>
  void visit(const Elementwise<F, Args...>& expression) {
    constexpr auto flops = total_flops(static_cast<const Elementwise<F, Args...>*>(nullptr));
    if (tra::NodePtr own = own_node<flops>(expression)) {
      leaves.push_back(own);
      nodes[&expression.identity()] = std::move(own);
      return;
    }
    const Identity* const known = &expression.identity();
    if (std::find(seen.begin(), seen.end(), known) != seen.end()) {
      repeats = true;
      return;
    }
    seen.push_back(known);
    std::apply([&](const auto&... operand) { (visit(operand), ...); }, expression.args());
  }
  bool needs_stages() const { return repeats || !nodes.empty(); }

 private:
  /// The node of a part that is computed once for all; null if it is computed where it is needed.
  template <std::int64_t NumFlops, class E>
  tra::NodePtr own_node(const E& expression) const {
    if constexpr (NumFlops >= least_flops_shared) {
      if (auto known = expression.identity().node.lock()) return known;
    }
    if constexpr (NumFlops > tra::most_flops_again) {
      if (NumFlops * volume(shape) >= least_flops_saved &&
          volume(shape) >= least_repeats * volume(expression.shape())) {
        return lower<Stages::one_each>(expression);
      }
    }
    return nullptr;
  }
};

/// The program of a node under construction: distinct inputs, then stages.
struct ProgramBuilder {
  std::vector<tra::NodePtr> inputs;
  Program program;
  std::map<const Identity*, int> done;  ///< slot per expression

  explicit ProgramBuilder(const Inventory& inventory) {
    for (const auto& leaf : inventory.leaves) {
      if (std::find(inputs.begin(), inputs.end(), leaf) != inputs.end()) continue;
      inputs.push_back(leaf);
      program.inputs.push_back(leaf->type.block.element);
    }
    for (const auto& [expression, node] : inventory.nodes) done[expression] = slot_of(node);
  }
  int slot_of(const tra::NodePtr& leaf) const {
    return static_cast<int>(std::find(inputs.begin(), inputs.end(), leaf) - inputs.begin());
  }

  /// The whole expression as one stage.
  template <class E>
  void add_fused(const E& expression, const Inventory& inventory) {
    Stage stage =
        kernel::make_stage(std::string(E::functor::name),
                           total_flops(static_cast<const E*>(nullptr)), kernel_of(expression));
    for (const auto& leaf : inventory.leaves) stage.operands.push_back(slot_of(leaf));
    program.stages.push_back(std::move(stage));
  }

  /// One stage per distinct function, so that what occurs twice is computed once.
  template <class T, int N>
  int add(const Array<T, N>& array) {
    return slot_of(array.node());
  }
  template <class F, class... Args>
  int add(const Elementwise<F, Args...>& expression) {
    const auto known = done.find(&expression.identity());
    if (known != done.end()) return known->second;
    std::vector<int> operands;
    const auto add_operand = [&]<class X>(const X& operand) {
      if constexpr (!is_number<X>) operands.push_back(add(operand));
    };
    Stage stage = std::apply(
        [&](const auto&... operand) {
          (add_operand(operand), ...);
          return kernel::make_stage(std::string(F::name), F::flops,
                                    kernel::Call<F, typename Elementwise<F, Args...>::promoted,
                                                 decltype(kernel_of_operand(operand))...>{
                                        {kernel_of_operand(operand)...}});
        },
        expression.args());
    stage.operands = std::move(operands);
    program.stages.push_back(std::move(stage));
    const int slot = static_cast<int>(inputs.size() + program.stages.size()) - 1;
    done[&expression.identity()] = slot;
    return slot;
  }

  tra::NodePtr finish(std::string name, const Extents& shape, ElementType element) {
    std::vector<Access> accesses;
    for (const auto& input : inputs) {
      accesses.push_back(tra::broadcast_access(input->type.extents, shape));
    }
    return tra::make_map(std::move(name), std::move(inputs), std::move(accesses), shape,
                         std::move(program), std::move(element));
  }
};

/// The one living node of an expression. Parts of others are lowered with a stage for each
/// function, which the whole has compiled anyway.
template <Stages How, class E>
tra::NodePtr lower(const E& expression) {
  if (auto known = expression.identity().node.lock()) return known;
  Inventory inventory(expression.shape());
  inventory.visit(expression);
  ProgramBuilder builder(inventory);
  if (How == Stages::one_each || inventory.needs_stages()) {
    builder.add(expression);
  } else if constexpr (How == Stages::fused) {
    builder.add_fused(expression, inventory);
  }
  auto node = builder.finish(std::string(E::functor::name), inventory.shape,
                             element_type_of<typename E::value_type>());
  expression.identity().node = node;
  return node;
}

}  // namespace detail

/// Lowers an expression to a map node, and broadcast parts that cost much to nodes of their own;
/// the same expression always to the same living node.
template <class F, class... Args>
tra::NodePtr to_node(const Elementwise<F, Args...>& expression) {
  return detail::lower<detail::Stages::fused>(expression);
}

namespace detail {
template <class X>
auto operand_of(const X& x) {
  if constexpr (is_scalar_type_v<X>) {
    return Number<canonical_t<X>>{static_cast<canonical_t<X>>(x)};
  } else if constexpr (requires { x.as_operand(); }) {
    return x.as_operand();
  } else {
    return x;
  }
}
template <class X>
concept ElementwiseOperand = ArrayExpression<X> || is_scalar_type_v<std::remove_cvref_t<X>>;
}  // namespace detail

/// Found by the function objects (`exp(x)`, `add(x, 1)`) through argument-dependent lookup.
template <class F, class... X>
  requires((ArrayExpression<X> || ...) && (detail::ElementwiseOperand<X> && ...))
auto make_elementwise(F, const X&... operands) {
  return Elementwise<F, decltype(detail::operand_of(operands))...>(detail::operand_of(operands)...);
}

}  // namespace relatile
