// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/untold_errors.hpp"
#include "relatile/plan/algebra/local_map.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/algebra/rebuild.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::papers::tra21::rules {

using plan::Operator;
using plan::OperatorKind;
using plan::OperatorPtr;

/// An equivalence of operators of the implementation algebra, read from left to right: both sides
/// hold the same (key, block) pairs, though perhaps on other sites.
///
/// `rewrite` looks at one operator and those below it. It gives the other side, or null where the
/// pattern does not match or a kernel's declared laws do not license it.
struct Rule {
  const char* name;  ///< as its source numbers it: "R2-5"
  const char* form;  ///< which of the rule's forms or directions; empty if it has one
  const char* equation;
  const char* condition;  ///< corrected where the source's print is wrong
  const char* source;
  OperatorPtr (*rewrite)(const OperatorPtr&);
  bool tidies = false;  ///< takes away an operator and nothing else: never a loss

  /// The rewritten operator, or null. Operands that the other side can't be built on (blocks that
  /// would no longer meet, a kernel that refuses their shapes) are no match.
  OperatorPtr operator()(const OperatorPtr& op) const {
    const UntoldErrors::Told tried;  // a kernel that refuses is no error
    try {
      return rewrite(op);
    } catch (const Error&) {
      return nullptr;
    }
  }
};

/// The trees with `rule` applied to their operator `place`, or none. An operator above may rely on
/// where blocks were: where it would not meet its operands any more, or be left with contributions,
/// the rule does not apply at that place.
///
///   source  [tra21] section 4.2 calls sides equivalent without their sites; local operators are
///   not
RELATILE_INLINE std::vector<OperatorPtr> rewritten_at(const Rule& rule,
                                                      const std::vector<OperatorPtr>& roots,
                                                      const OperatorPtr& place);
RELATILE_INLINE OperatorPtr rewritten_at(const Rule& rule, const OperatorPtr& root,
                                         const OperatorPtr& place);

namespace detail {

inline bool is(const OperatorPtr& op, OperatorKind kind) { return op->kind == kind; }

/// True if a map gives every block one key, its own. Keys are finitely many: it is asked.
RELATILE_INLINE bool keeps_keys(const plan::KeyMap& keys, const tra::RelationType& type);

/// A local_map of one block to one block, by a kernel or of its key alone.
inline bool is_single_map(const Operator& op) {
  return op.kind == OperatorKind::local_map && op.keys.fan_out == 1 && op.blocks.tile_dim < 0 &&
         op.blocks.kernels.size() <= 1;
}

/// The kernel of a single map whose keys stay; without a kernel, nothing.
inline plan::KernelTo kernel_of(const Operator& map) {
  if (map.blocks.kernels.empty()) return {};
  return {map.blocks.kernels[0], map.blocks.block};
}
inline plan::KernelTo kernel_keeping_keys(const OperatorPtr& op) {
  if (!is_single_map(*op) || !keeps_keys(op->keys, op->input().type)) return {};
  return kernel_of(*op);
}

/// first, then second.
RELATILE_INLINE plan::KeyMap then(const plan::KeyMap& first, const plan::KeyMap& second);

inline OperatorPtr map_by(const OperatorPtr& x, const plan::KernelTo& kernel) {
  return plan::local_map(x, {}, plan::by_kernel(kernel));
}

}  // namespace detail
}  // namespace relatile::papers::tra21::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/rules/impl/rule.hpp"
#endif
