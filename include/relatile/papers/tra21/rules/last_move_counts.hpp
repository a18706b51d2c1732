// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/rule.hpp"

namespace relatile::papers::tra21::rules {

/// Of two moves only the last one says where blocks end.
inline OperatorPtr last_move_counts(const OperatorPtr& op) {
  if (!op->moves() || !op->input().moves()) return nullptr;
  return plan::with_inputs(*op, {op->input().inputs[0]});
}

inline constexpr Rule r2_1{"R2-1",
                           "",
                           "bcast(shuf[d](R)) == bcast(R), and so for every move above every other",
                           "none",
                           "[tra21] table 2",
                           last_move_counts,
                           true};

}  // namespace relatile::papers::tra21::rules
