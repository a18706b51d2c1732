// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/compiled_function.hpp"
#include "relatile/kernel/own_function.hpp"
#include "relatile/tra/node.hpp"

// An elementwise expression at run time: which functions of what. The C++ type of an expression
// (elementwise.hpp) adds the loops that the compiler made of it, and nothing else.

namespace relatile::detail {

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

/// An operand of a function: an array, another expression, or a constant, which the function's own
/// type has been given.
struct ExpressionOperand {
  tra::NodePtr array;
  ExpressionPtr part;
  kernel::ConstantValue constant;
  /// Makes the function's operand of an array's elements, or a part's; null if they are that.
  const kernel::CompiledFunction* conversion = nullptr;

  bool is_constant() const { return !array && !part; }
};

/// Functions of the library have at most three operands, vectorize takes some more.
inline constexpr std::size_t most_operands = 8;

/// A function of its operands, not yet computed. The node is not owned: an expression
/// keeps its operands alive, not its value.
struct Expression {
  const kernel::CompiledFunction* function = nullptr;
  std::shared_ptr<const void> owner;  ///< keeps it alive, if it is not of the library
  std::array<ExpressionOperand, most_operands> operands;
  int num_operands = 0;
  Extents shape;
  std::int64_t flops = 0;   ///< of one element, with all parts
  bool has_stages = false;  ///< some function in it runs alone, as a stage in any case
  mutable std::weak_ptr<tra::Node> node;

  std::span<const ExpressionOperand> args() const {
    return {operands.data(), static_cast<std::size_t>(num_operands)};
  }
};

/// Operands that do not broadcast together are refused here, where they meet.
///
///   owner   keeps the function alive, if it is not of the library
///   errors  ShapeMismatch with the function's name and all shapes
ExpressionPtr make_expression(const kernel::CompiledFunction& function,
                              std::span<const ExpressionOperand> operands,
                              std::shared_ptr<const void> owner = nullptr);

/// Lowers an expression to a map node, and broadcast parts that cost much to nodes of their own;
/// the same expression always to the same living node.
///
///   loops  of the regions that the compiler fused, inner ones first; none if every function is to
///          be a stage of its own
tra::NodePtr lower(const Expression& expression, std::span<const kernel::FusedLoop> loops);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/expr/impl/expression.hpp"
#endif
