// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile {

namespace detail {
RELATILE_INLINE void save_plan_of(const std::string& path, const std::vector<tra::NodePtr>& wanted);
}

/// Saves the plan by which evaluate(x, ...) would compute all of its arguments, or by which they
/// were computed: save_plan("x.plan", x). The same program, on as many sites, follows it with
/// evaluate(x, {.saved_plan = "x.plan"}), without planning. Collective; evaluates nothing.
///
///   errors  IoError for a file that can't be written; what was there before stays
template <class... X>
[[gnu::always_inline]] inline void save_plan(const std::string& path, const X&... x) {
  const AskedFrom scope(SourceLine::unknown_here());
  static_assert(sizeof...(X) > 0, "relatile: save_plan: name the arrays to be computed");
  detail::save_plan_of(path, {to_node(x)...});
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/context/impl/save_plan.hpp"
#endif
