// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::plan {

namespace detail {

/// Three digits, in the unit that suits.
RELATILE_INLINE std::string seconds_text(double seconds);

inline std::string messages_text(Messages count) {
  return grouped(count.value) + (count.value == 1 ? " message" : " messages");
}

/// What a step computes or moves, and on what: "R3 = local_map(R2) exp [ij->ij] on i:4".
RELATILE_INLINE void print_operation(std::ostream& out, const Plan& plan, const Step& step);

/// What a step costs, and is measured to cost.
RELATILE_INLINE void print_cost(std::ostream& out, const Plan& plan, std::size_t s,
                                Figures figures);

/// "second copy, read for R9 and R19, "
RELATILE_INLINE void print_readers_of_copy(std::ostream& out, const Plan& plan, const Step& step);

RELATILE_INLINE void print_step(std::ostream& out, const Plan& plan, std::size_t s,
                                Figures figures);

/// "push_views once, 1 800 flop spared and 720 B not stored"
RELATILE_INLINE std::string rule_text(const AppliedRule& rule);

RELATILE_INLINE void print_rules(std::ostream& out, const Plan& plan);

/// What sites tell each other beside the plan's data; nothing where there is one.
RELATILE_INLINE void print_agreement(std::ostream& out, Figures figures);

/// "1.2 ms predicted (1.1 ms overlapped)", and whether by figures of no machine, or of one with
/// another number of ranks: its rates are those of a rank while all of its ranks work.
RELATILE_INLINE std::string predicted_seconds_text(const Forecast& forecast, int num_sites);

/// What a plan takes longer where all that it allocates is new: if that is much.
RELATILE_INLINE void print_new_memory(std::ostream& out, const Forecast& forecast);

/// "plan for 4 sites by optimal (optimal in bytes)"
RELATILE_INLINE void print_heading(std::ostream& out, const Plan& plan);

/// "1.14 times" the bound, or what else there is to say of it.
RELATILE_INLINE std::string ratio_to_bound_text(const ContractionBound& bound);

/// What contractions send beside what any algorithm would.
RELATILE_INLINE void print_bounds(std::ostream& out, Figures figures);

RELATILE_INLINE void print_total(std::ostream& out, const Plan& plan, Figures figures);

}  // namespace detail

/// The plan as text: one line a step, in the order of execution, exchanges indented under the
/// operator they serve; then totals and the rejected alternatives. A step `holds` the bytes that
/// its result takes on the site that has most of it; seconds are the slowest site's. Many slices of
/// one operator are one line, with their sums.
RELATILE_INLINE void print(std::ostream& out, const Plan& whole, Figures whole_figures = {});

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/print.hpp"
#endif
