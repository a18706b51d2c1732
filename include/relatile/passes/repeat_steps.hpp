// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::pass {

/// Steps that are executed a second time, right before a later one: what they make is forgotten
/// between its earlier readers and that one. Nothing is sent that was not before.
///
///   equation  b = f(a); c = g(b); ...; d = h(b)  ==  b = f(a); c = g(b); ...; b' = f(a); d = h(b')
///   source    A. Griewank, Achieving logarithmic growth of temporal and spatial complexity in
///             reverse automatic differentiation, Optimization Methods and Software 1(1), 1992;
///             T. Chen, B. Xu, C. Zhang and C. Guestrin, Training deep nets with sublinear memory
///             cost, arXiv:1604.06174, 2016
struct Repeat {
  /// Of no more steps than this: a value, and what it is made of that is gone by then.
  static constexpr std::size_t most_steps = 8;
  /// Operands with less than this share of the value's bytes are kept, rather than made again.
  static constexpr std::int64_t small_share = 16;

  /// What is known of a plan's values: the last step that reads each, and its bytes.
  struct Lives {
    std::vector<int> last_use;
    std::vector<std::int64_t> bytes;
  };

  std::vector<int> steps;  ///< in their order; the last one makes what is read again
  int before = 0;          ///< the first reader of the second copy
  Flops flops;             ///< of all sites

  /// How the value of step `s` can be forgotten while step `fullest` runs; nothing if that one, or
  /// none before it, reads the value, nobody does afterwards, or it can't be made again by kernels
  /// on what sites hold. What has moved is not moved again, but kept.
  static std::optional<Repeat> of(const plan::Plan& plan, const ValueUses& uses, const Lives& lives,
                                  int s, int fullest);
};

RELATILE_INLINE plan::Plan with_repeat(const plan::Plan& plan, const Repeat& repeat);

/// How many steps of a plan compute again what another one has computed.
RELATILE_INLINE int repeated_steps(const plan::Plan& plan);

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/repeat_steps.hpp"
#endif
