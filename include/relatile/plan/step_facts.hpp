// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/tra/node.hpp"

// A plan in the papers' words, for whoever writes plans down: text, JSON, graphs, error messages.

namespace relatile::plan {

/// "R3": the name of a value.
inline std::string value_name(int value) { return "R" + std::to_string(value); }

inline const tra::Node& node_of(const Plan& plan, const Step& step) {
  return *nth(plan.nodes, step.node);
}
inline const Value& output_of(const Plan& plan, const Step& step) {
  return nth(plan.values, step.output);
}

/// The implementation algebra's word for a step.
RELATILE_INLINE std::string operator_name(const Plan& plan, const Step& step);

/// "(R0, R2)": what a step reads, in brackets; nothing if it reads nothing.
RELATILE_INLINE std::string operands_text(const Step& step);

/// "[ij,jk->ik]": how operands and result are indexed by the labels.
RELATILE_INLINE std::string signature(const tra::Node& node);

RELATILE_INLINE Flops total_flops(const Step& step);
RELATILE_INLINE Flops busiest_flops(const Step& step);

/// The bytes of a step's result on the site that has most of it.
RELATILE_INLINE Bytes fullest_site(const Plan& plan, const Step& step);

/// The values that steps make from `value`, each once.
RELATILE_INLINE std::vector<int> made_from(const Plan& plan, int value);

/// What is read from the copy that a step makes of a value, if several read it and the first copy
/// is read as well: duplication, [spartan15] section 3.4. Empty if the step makes no such copy.
RELATILE_INLINE std::vector<int> readers_of_copy(const Plan& plan, const Step& step);

/// How unevenly the sites are loaded: the most over the mean; 1 is even, 0 means no load at all.
template <class Loads>
double skew(const Loads& loads) {
  double most = 0;
  double total = 0;
  for (const auto& load : loads) {
    most = std::max(most, static_cast<double>(load));
    total += static_cast<double>(load);
  }
  return total > 0 ? most * static_cast<double>(loads.size()) / total : 0;
}

/// Per site, the bytes it sends or receives, whichever is more.
RELATILE_INLINE std::vector<std::int64_t> site_bytes(const Traffic& traffic);

RELATILE_INLINE std::vector<std::int64_t> site_flops(const Plan& plan);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/impl/step_facts.hpp"
#endif
