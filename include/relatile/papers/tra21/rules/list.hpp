// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string>

#include "relatile/papers/tra21/rules/broadcast_multiply.hpp"
#include "relatile/papers/tra21/rules/commute_map_filter.hpp"
#include "relatile/papers/tra21/rules/commute_move_filter.hpp"
#include "relatile/papers/tra21/rules/commute_move_map.hpp"
#include "relatile/papers/tra21/rules/cross_product_multiply.hpp"
#include "relatile/papers/tra21/rules/drop_join_shuffles.hpp"
#include "relatile/papers/tra21/rules/drop_shuffle.hpp"
#include "relatile/papers/tra21/rules/filter_below_aggregate.hpp"
#include "relatile/papers/tra21/rules/filter_below_join.hpp"
#include "relatile/papers/tra21/rules/join_through_shuffle.hpp"
#include "relatile/papers/tra21/rules/last_move_counts.hpp"
#include "relatile/papers/tra21/rules/map_after_aggregate.hpp"
#include "relatile/papers/tra21/rules/map_after_join.hpp"
#include "relatile/papers/tra21/rules/merge_filters.hpp"
#include "relatile/papers/tra21/rules/merge_maps.hpp"
#include "relatile/papers/tra21/rules/move_join_operands.hpp"
#include "relatile/papers/tra21/rules/replicate_multiply.hpp"
#include "relatile/papers/tra21/rules/two_phase_aggregate.hpp"

namespace relatile::papers::tra21::rules {

/// Every rule there is, each of its forms by itself.
inline constexpr std::array all_rules{r1_1,
                                      r1_2,
                                      r1_3_filter_first,
                                      r1_3_map_first,
                                      r1_4_finish,
                                      r1_4_prepare,
                                      r1_4_push,
                                      r1_5,
                                      r1_6,
                                      r1_7_compose,
                                      r1_7_distribute,
                                      r1_7_push,
                                      r2_1,
                                      r2_2_filter_first,
                                      r2_2_move_first,
                                      r2_3_map_first,
                                      r2_3_move_first,
                                      r2_4_aggregate,
                                      r2_4_join,
                                      r2_5_two_phases,
                                      r2_5_drop_phase,
                                      r2_6_left,
                                      r2_6_right,
                                      r2_6_shuffle,
                                      r2_7,
                                      bmm,
                                      cpmm,
                                      rmm};

/// "R2-6 shuffle"
inline std::string full_name(const Rule& rule) {
  return std::string(rule.name) + (*rule.form ? " " : "") + rule.form;
}

}  // namespace relatile::papers::tra21::rules
