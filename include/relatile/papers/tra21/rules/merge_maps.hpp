// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/compose_kernels.hpp"
#include "relatile/papers/tra21/rules/rule.hpp"
#include "relatile/plan/algebra/local_map.hpp"

namespace relatile::papers::tra21::rules {

/// Two maps in one: keys by both key maps, blocks by both kernels with no block between them.
inline OperatorPtr merge_maps(const OperatorPtr& op) {
  if (!detail::is_single_map(*op)) return nullptr;
  const OperatorPtr& inner = op->inputs[0];
  if (!detail::is_single_map(*inner)) return nullptr;
  const plan::KernelTo f = detail::kernel_of(*op);
  const plan::KernelTo g = detail::kernel_of(*inner);
  plan::BlockMap blocks = f ? op->blocks : inner->blocks;
  if (f && g) blocks = plan::by_kernel(plan::kernel_to(compose(*f, *g, g.block), f.block));
  return plan::local_map(inner->inputs[0], detail::then(inner->keys, op->keys), std::move(blocks));
}

inline constexpr Rule r1_2{"R1-2",
                           "",
                           "map[k, f](map[l, g](R)) == map[k o l, f o g](R)",
                           "both maps make one block of one",
                           "[tra21] table 2",
                           merge_maps};

}  // namespace relatile::papers::tra21::rules
