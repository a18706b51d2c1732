// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include "relatile/core/compose_kernels.hpp"
#include "relatile/core/kernels_on_blocks.hpp"
#include "relatile/rules/rule.hpp"

namespace relatile::rules {

namespace detail {

/// The kernel of a map that keeps keys, right above an aggregate by a combining kernel.
inline plan::KernelTo kernel_above_aggregate(const OperatorPtr& op) {
  const plan::KernelTo f = kernel_keeping_keys(op);
  if (!f || !is(op->inputs[0], OperatorKind::local_aggregate) || !op->input().combine) return {};
  return f;
}

/// The aggregate's combine on the blocks that `f` makes, if f distributes over it.
inline std::shared_ptr<const BlockCombine> combine_after(const plan::KernelTo& f,
                                                         const Operator& aggregate) {
  if (aggregate.prepare || aggregate.finish) return nullptr;
  if (!distributes(f->laws, *aggregate.combine)) return nullptr;
  auto there = on_blocks(*aggregate.combine, aggregate.type.block, f.block);
  return there ? std::make_shared<const BlockCombine>(std::move(*there)) : nullptr;
}

}  // namespace detail

/// The map becomes the last thing that the aggregate does to each group, never a part of the
/// pairwise fold: f(a + b + c) is not f(f(a + b) + c).
inline OperatorPtr finish_aggregate(const OperatorPtr& op) {
  const plan::KernelTo f = detail::kernel_above_aggregate(op);
  if (!f || op->input().partial()) return nullptr;
  const Operator& sum = op->input();
  const plan::KernelTo finish =
      sum.finish ? plan::kernel_to(compose(*f, *sum.finish, sum.finish.block), f.block) : f;
  return plan::local_aggregate(sum.inputs[0], sum.by, sum.combine, sum.prepare, finish);
}

/// The map is applied to every block as it is combined.
inline OperatorPtr prepare_aggregate(const OperatorPtr& op) {
  const plan::KernelTo f = detail::kernel_above_aggregate(op);
  const auto combine = f ? detail::combine_after(f, op->input()) : nullptr;
  if (!combine) return nullptr;
  return plan::local_aggregate(op->input().inputs[0], op->input().by, combine, f);
}

/// The same with the map as an operator of its own, which may go down further.
inline OperatorPtr map_below_aggregate(const OperatorPtr& op) {
  const plan::KernelTo f = detail::kernel_above_aggregate(op);
  const auto combine = f ? detail::combine_after(f, op->input()) : nullptr;
  if (!combine) return nullptr;
  return plan::local_aggregate(detail::map_by(op->input().inputs[0], f), op->input().by, combine);
}

inline constexpr Rule r1_4_finish{
    "R1-4",
    "finish",
    "map[id, f](aggregate[by, +](R)) == aggregate[by, f after all +](R)",
    "the map keeps keys; groups are complete on their sites. Printed as f o +, which would apply f "
    "at every step of the fold",
    "[tra21] table 2",
    finish_aggregate};
inline constexpr Rule r1_4_prepare{
    "R1-4",
    "prepare",
    "map[id, f](aggregate[by, +](R)) == aggregate[by, + of f](R)",
    "the map keeps keys; f distributes over +; + is known on the blocks that f makes",
    "[tra21] table 2",
    prepare_aggregate};
inline constexpr Rule r1_4_push{
    "R1-4",
    "push",
    "map[id, f](aggregate[by, +](R)) == aggregate[by, +](map[id, f](R))",
    "the map keeps keys; f distributes over +; + is known on the blocks that f makes",
    "[tra21] table 2",
    map_below_aggregate};

}  // namespace relatile::rules
