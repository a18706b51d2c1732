// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::plan {

/// The most columns of a line of the table, but for names that are longer themselves.
inline constexpr std::size_t table_width = 120;

namespace detail {

/// "matmul(R0, R2)", "bcast(R1) in 8 parts", "x"
RELATILE_INLINE std::string operation_text(const Plan& plan, const Step& step);

}  // namespace detail

/// The plan as a table that a terminal shows: one line a step, the slices of an operator as one, in
/// columns; the rules that fired; the total; a line for each plan that was rejected. Numbers have
/// three digits; print has all of them.
///
/// `share` is of the seconds predicted for all steps; `holds` are the bytes that a step's result
/// takes on the site that has most of it; seconds are the slowest site's.
RELATILE_INLINE void print_table(std::ostream& out, const Plan& whole, Figures whole_figures = {});

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/table.hpp"
#endif
