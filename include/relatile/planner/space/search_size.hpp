// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// How many prices a search has to know: for every operand of an operator, those of all that may be
/// offered, to all candidates that may read it. Found without any of them.
inline double num_prices(const Problem& problem) {
  double total = 0;
  for (int n = 0; n < problem.size(); ++n) {
    if (!problem.member(n).chooses()) continue;
    const auto candidates = static_cast<double>(problem.member(n).space->candidates.size());
    for (int slot = 0; slot < problem.num_slots(n); ++slot) {
      total += candidates * problem.output_layouts(problem.operand(n, slot)).num_options();
    }
  }
  return total;
}

/// About how long it takes to choose once more and to write the plan out, in seconds. It decides
/// what is looked for, so it must be the same on all sites: it is not measured.
///
///   complexity  O(operands)
inline double seconds_of_search(const Problem& problem) {
  constexpr double seconds_of_price = 1e-7;
  constexpr double seconds_of_operator = 1e-4;
  constexpr double seconds_of_operator_on_site = 4e-5;  // of written plans
  return seconds_of_price * num_prices(problem) +
         (seconds_of_operator + seconds_of_operator_on_site * problem.num_sites()) * problem.size();
}

}  // namespace relatile::planner
