// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/plan/text/plan_writer.hpp"
#include "relatile/tra/node.hpp"

// A plan as text that `load` reads again: words apart by blanks, one value, step or transfer a
// line. Nodes are not written but told apart: a saved plan is for one program.

namespace relatile::plan {

inline constexpr std::string_view saved_plan_version = "6";

RELATILE_INLINE std::uint64_t hash_of(std::string_view text);

/// What a saved plan knows of a node of its program: a hash of all that decides how it may be
/// planned, and words for people.
struct NodeMark {
  std::uint64_t hash = 0;
  std::string text;
};

RELATILE_INLINE std::vector<NodeMark> marks_of(const std::vector<tra::NodePtr>& nodes);

namespace detail {

RELATILE_INLINE void save_value(PlanWriter& out, const Value& value);

RELATILE_INLINE void save_exchange(PlanWriter& out, const Exchange& exchange);

RELATILE_INLINE void save_step(PlanWriter& out, const Step& step);

/// The last line of a saved plan, which says whether the text before it is as it was.
RELATILE_INLINE std::string end_of(std::string_view text);

}  // namespace detail

/// The plan as text. What follows from the rest (traffic, flops) is left out; explanations too.
RELATILE_INLINE std::string save(const Plan& plan);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/save.hpp"
#endif
