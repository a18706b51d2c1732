// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::pass {

/// The same plan with its steps in another order, in which values are made before they are read.
RELATILE_INLINE plan::Plan reordered(const plan::Plan& plan, const std::vector<int>& order);

/// Which of a step's operands are made first.
enum class OperandOrder : std::uint8_t { first_to_last, last_to_first, neediest_first };

/// Orders of steps by depth: what an operand needs is made right before it is read, one operand
/// after the other. Where that operand goes first whose making takes more memory beyond what it
/// leaves behind, a tree needs least.
///
///   source  R. Sethi and J. Ullman, The generation of optimal code for arithmetic expressions,
///           Journal of the ACM 17(4), 1970
class DepthFirst {
 public:
  /// `bytes` per step is what its output takes on the site that matters.
  DepthFirst(const plan::Plan& plan, std::vector<std::int64_t> bytes);

  std::vector<int> order(OperandOrder operands) const;

 private:
  /// Without recursion: a plan may be a chain of any length.
  void visit(int last, OperandOrder operands, std::vector<char>& done,
             std::vector<int>& order) const;

  std::vector<int> makers(int s, OperandOrder operands) const;

  /// Per step, how much more its making takes, operands included, than what it leaves behind.
  void set_needs();

  const plan::Plan& plan_;
  std::vector<std::int64_t> bytes_;
  std::vector<int> maker_;
  std::vector<std::int64_t> excess_;
};

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/step_order.hpp"
#endif
