// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/rule.hpp"

namespace relatile::papers::tra21::rules {

/// The filter first: blocks that are dropped are not mapped.
inline OperatorPtr filter_below_map(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::local_filter)) return nullptr;
  const OperatorPtr& map = op->inputs[0];
  const plan::KernelTo f = detail::kernel_keeping_keys(map);
  if (!f) return nullptr;
  return detail::map_by(plan::local_filter(map->inputs[0], op->predicate), f);
}

/// The map first, so that it can go further down or merge.
inline OperatorPtr map_below_filter(const OperatorPtr& op) {
  const plan::KernelTo f = detail::kernel_keeping_keys(op);
  if (!f || !detail::is(op->inputs[0], OperatorKind::local_filter)) return nullptr;
  const Operator& filter = op->input();
  return plan::local_filter(detail::map_by(filter.inputs[0], f), filter.predicate);
}

inline constexpr Rule r1_3_filter_first{"R1-3",
                                        "filter first",
                                        "filter[p](map[id, f](R)) == map[id, f](filter[p](R))",
                                        "the map keeps keys",
                                        "[tra21] table 2",
                                        filter_below_map};
inline constexpr Rule r1_3_map_first{"R1-3",
                                     "map first",
                                     "map[id, f](filter[p](R)) == filter[p](map[id, f](R))",
                                     "the map keeps keys",
                                     "[tra21] table 2",
                                     map_below_filter};

}  // namespace relatile::papers::tra21::rules
