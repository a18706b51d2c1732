// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <utility>

#include "relatile/core/compose_kernels.hpp"
#include "relatile/core/kernels_on_blocks.hpp"
#include "relatile/rules/rule.hpp"

namespace relatile::rules {

namespace detail {

inline bool is_map_above_join(const OperatorPtr& op) {
  return is_single_map(*op) && is(op->inputs[0], OperatorKind::local_join);
}

inline OperatorPtr join_with(const Operator& join, OperatorPtr left, OperatorPtr right,
                             plan::KernelTo kernel, const plan::KeyMap& after) {
  return plan::local_join(std::move(left), std::move(right), join.on_left, join.on_right,
                          std::move(kernel), then(join.keys, after));
}

/// The join's kernel on blocks that the map above has been applied to, if that distributes over it:
/// then the operands are blocks of the type that the join makes.
inline std::optional<BlockKernel> kernel_after(const OperatorPtr& op) {
  const plan::KernelTo f = kernel_of(*op);
  const Operator& join = op->input();
  if (!f || !distributes(f->laws, *join.kernel)) return std::nullopt;
  for (const auto& input : join.inputs) {
    if (!same_blocks(input->type.block, join.kernel.block)) return std::nullopt;
  }
  return on_blocks(*join.kernel, join.kernel.block, f.block);
}

}  // namespace detail

/// The map becomes a part of the join: its kernel after the join's, its keys for the joined ones.
inline OperatorPtr map_into_join(const OperatorPtr& op) {
  if (!detail::is_map_above_join(op)) return nullptr;
  const Operator& join = op->input();
  const plan::KernelTo f = detail::kernel_of(*op);
  plan::KernelTo kernel = join.kernel;
  if (f) kernel = plan::kernel_to(compose(*f, *join.kernel, join.kernel.block), f.block);
  return detail::join_with(join, join.inputs[0], join.inputs[1], std::move(kernel), op->keys);
}

/// The map is applied to both blocks of each pair before they are combined.
inline OperatorPtr map_before_join(const OperatorPtr& op) {
  if (!detail::is_map_above_join(op)) return nullptr;
  const auto kernel = detail::kernel_after(op);
  if (!kernel) return nullptr;
  const Operator& join = op->input();
  const plan::KernelTo f = detail::kernel_of(*op);
  return detail::join_with(
      join, join.inputs[0], join.inputs[1],
      plan::kernel_to(compose_operands(*kernel, {*f, *f}, {f.block, f.block}), f.block), op->keys);
}

/// The same with the maps as operators of their own, which may go down further.
inline OperatorPtr map_below_join(const OperatorPtr& op) {
  if (!detail::is_map_above_join(op)) return nullptr;
  const auto kernel = detail::kernel_after(op);
  if (!kernel) return nullptr;
  const Operator& join = op->input();
  const plan::KernelTo f = detail::kernel_of(*op);
  return detail::join_with(join, detail::map_by(join.inputs[0], f),
                           detail::map_by(join.inputs[1], f), plan::kernel_to(*kernel, f.block),
                           op->keys);
}

inline constexpr Rule r1_7_compose{"R1-7",
                                   "compose",
                                   "map[k, f](join[l, r, g](L, R)) == join[l, r, f o g, k](L, R)",
                                   "the map makes one block of one. k is applied to the joined "
                                   "key; the print applies it to the positions l and r",
                                   "[tra21] table 2",
                                   map_into_join};
inline constexpr Rule r1_7_distribute{
    "R1-7",
    "distribute",
    "map[k, f](join[l, r, g](L, R)) == join[l, r, g of (f, f), k](L, R)",
    "the map makes one block of one; f distributes over g; g is known on the blocks that f makes",
    "[tra21] table 2",
    map_before_join};
inline constexpr Rule r1_7_push{
    "R1-7",
    "push",
    "map[k, f](join[l, r, g](L, R)) == join[l, r, g, k](map[id, f](L), map[id, f](R))",
    "the map makes one block of one; f distributes over g; g is known on the blocks that f makes",
    "[tra21] table 2",
    map_below_join};

}  // namespace relatile::rules
