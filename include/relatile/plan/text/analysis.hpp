// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/plan/traffic.hpp"

namespace relatile::plan {

namespace detail {

/// Rows of words in columns, the first left and the others right aligned.
RELATILE_INLINE void print_table(std::ostream& out,
                                 const std::vector<std::vector<std::string>>& rows);

RELATILE_INLINE std::string skew_text(double skew);

RELATILE_INLINE std::vector<std::string> traffic_words(const Traffic& predicted,
                                                       const Traffic& sent);

RELATILE_INLINE std::vector<std::string> analysis_row(const Plan& plan, std::size_t s,
                                                      Figures figures);

/// The sums of all steps; skew is that of every site's sum.
RELATILE_INLINE std::vector<std::string> analysis_total(const Plan& plan, Figures figures);

}  // namespace detail

/// What every step was measured to take beside what was predicted, as a table. Needs both figures.
///
/// Skew is the most loaded site's share over the mean. Times are the slowest site's. Memory is what
/// the fullest site needs while the step runs, in total what it allocates, and the most that a
/// process really held; in loop-back one process is all sites.
RELATILE_INLINE void print_analysis(std::ostream& out, const Plan& whole, Figures whole_figures);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/analysis.hpp"
#endif
