// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/map_after_join.hpp"

#include <utility>

#include "relatile/core/compose_kernels.hpp"
#include "relatile/core/kernels_on_blocks.hpp"
#include "relatile/plan/algebra/local_join.hpp"

namespace relatile::papers::tra21::rules::detail {

RELATILE_INLINE OperatorPtr join_with(const Operator& join, OperatorPtr left, OperatorPtr right,
                                      plan::KernelTo kernel, const plan::KeyMap& after) {
  return plan::local_join(std::move(left), std::move(right), join.on_left, join.on_right,
                          std::move(kernel), then(join.keys, after));
}

RELATILE_INLINE std::optional<BlockKernel> kernel_after(const OperatorPtr& op) {
  const plan::KernelTo f = kernel_of(*op);
  const Operator& join = op->input();
  if (!f || !distributes(f->laws, *join.kernel)) return std::nullopt;
  for (const auto& input : join.inputs) {
    if (!same_blocks(input->type.block, join.kernel.block)) return std::nullopt;
  }
  return on_blocks(*join.kernel, join.kernel.block, f.block);
}

}  // namespace relatile::papers::tra21::rules::detail

namespace relatile::papers::tra21::rules {

RELATILE_INLINE OperatorPtr map_into_join(const OperatorPtr& op) {
  if (!detail::is_map_above_join(op)) return nullptr;
  const Operator& join = op->input();
  const plan::KernelTo f = detail::kernel_of(*op);
  plan::KernelTo kernel = join.kernel;
  if (f) kernel = plan::kernel_to(compose(*f, *join.kernel, join.kernel.block), f.block);
  return detail::join_with(join, join.inputs[0], join.inputs[1], std::move(kernel), op->keys);
}

RELATILE_INLINE OperatorPtr map_before_join(const OperatorPtr& op) {
  if (!detail::is_map_above_join(op)) return nullptr;
  const auto kernel = detail::kernel_after(op);
  if (!kernel) return nullptr;
  const Operator& join = op->input();
  const plan::KernelTo f = detail::kernel_of(*op);
  return detail::join_with(
      join, join.inputs[0], join.inputs[1],
      plan::kernel_to(compose_operands(*kernel, {*f, *f}, {f.block, f.block}), f.block), op->keys);
}

RELATILE_INLINE OperatorPtr map_below_join(const OperatorPtr& op) {
  if (!detail::is_map_above_join(op)) return nullptr;
  const auto kernel = detail::kernel_after(op);
  if (!kernel) return nullptr;
  const Operator& join = op->input();
  const plan::KernelTo f = detail::kernel_of(*op);
  return detail::join_with(join, detail::map_by(join.inputs[0], f),
                           detail::map_by(join.inputs[1], f), plan::kernel_to(*kernel, f.block),
                           op->keys);
}

}  // namespace relatile::papers::tra21::rules
