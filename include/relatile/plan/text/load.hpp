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
#include "relatile/plan/text/plan_reader.hpp"
#include "relatile/plan/text/save.hpp"

namespace relatile::plan {

/// A plan as it was saved, before the nodes of a program take their places in it.
struct SavedPlan {
  Plan plan;
  std::vector<NodeMark> marks;
  std::uint64_t fingerprint = 0;
};

namespace detail {

RELATILE_INLINE Exchange load_exchange(PlanReader& in, std::size_t num_sites);

RELATILE_INLINE Step load_step(PlanReader& in, const SavedPlan& saved);

/// The text before its last line, which must be the hash of it.
RELATILE_INLINE std::string_view checked_body(std::string_view text, const std::string& source);

}  // namespace detail

/// Reads a saved plan; `source` is where the text is from, for errors.
///
///   errors  ParseError for anything that `save` does not write
RELATILE_INLINE SavedPlan load(std::string_view text, const std::string& source);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/load.hpp"
#endif
