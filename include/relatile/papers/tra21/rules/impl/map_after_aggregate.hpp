// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/map_after_aggregate.hpp"

#include <utility>

#include "relatile/core/compose_kernels.hpp"
#include "relatile/core/kernels_on_blocks.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"

namespace relatile::papers::tra21::rules::detail {

RELATILE_INLINE plan::KernelTo kernel_above_aggregate(const OperatorPtr& op) {
  const plan::KernelTo f = kernel_keeping_keys(op);
  if (!f || !is(op->inputs[0], OperatorKind::local_aggregate) || !op->input().combine) return {};
  return f;
}

RELATILE_INLINE std::shared_ptr<const BlockCombine> combine_after(const plan::KernelTo& f,
                                                                  const Operator& aggregate) {
  if (aggregate.prepare || aggregate.finish) return nullptr;
  if (!distributes(f->laws, *aggregate.combine)) return nullptr;
  auto there = on_blocks(*aggregate.combine, aggregate.type.block, f.block);
  return there ? std::make_shared<const BlockCombine>(std::move(*there)) : nullptr;
}

}  // namespace relatile::papers::tra21::rules::detail

namespace relatile::papers::tra21::rules {

RELATILE_INLINE OperatorPtr finish_aggregate(const OperatorPtr& op) {
  const plan::KernelTo f = detail::kernel_above_aggregate(op);
  if (!f || op->input().partial()) return nullptr;
  const Operator& sum = op->input();
  const plan::KernelTo finish =
      sum.finish ? plan::kernel_to(compose(*f, *sum.finish, sum.finish.block), f.block) : f;
  return plan::local_aggregate(sum.inputs[0], sum.by, sum.combine, sum.prepare, finish);
}

RELATILE_INLINE OperatorPtr prepare_aggregate(const OperatorPtr& op) {
  const plan::KernelTo f = detail::kernel_above_aggregate(op);
  const auto combine = f ? detail::combine_after(f, op->input()) : nullptr;
  if (!combine) return nullptr;
  return plan::local_aggregate(op->input().inputs[0], op->input().by, combine, f);
}

RELATILE_INLINE OperatorPtr map_below_aggregate(const OperatorPtr& op) {
  const plan::KernelTo f = detail::kernel_above_aggregate(op);
  const auto combine = f ? detail::combine_after(f, op->input()) : nullptr;
  if (!combine) return nullptr;
  return plan::local_aggregate(detail::map_by(op->input().inputs[0], f), op->input().by, combine);
}

}  // namespace relatile::papers::tra21::rules
