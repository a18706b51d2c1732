// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/plan_options.hpp"

namespace relatile::planner {

/// What passes know beside the plan that the passes before them have made.
struct PassContext {
  const PlanOptions& options;
  std::int64_t message_limit;
  const plan::Plan& chosen;  ///< by the search, before any pass
};

/// Makes a plan faster, or smaller, that the search has chosen: what it gives computes the same
/// values, moves the same bytes, and holds to what plan::verify asserts.
struct Pass {
  std::string_view name;
  plan::Plan (*run)(plan::Plan plan, const PassContext& context);
};

/// All of them, in the order in which they run: panels (planner/panels.hpp), cache_panels
/// (planner/cache_panels.hpp), critical_path (planner/critical_path.hpp). Last, where there is a
/// cap on memory that the plan does not keep, comes memory_cap (planner/memory_cap.hpp), which asks
/// the search again and is no pass of this list.
RELATILE_INLINE const std::vector<Pass>& passes();

/// Told what a pass, or the search, has made, and how long that took in seconds.
using PassWatch =
    std::function<void(std::string_view name, const plan::Plan& plan, double seconds)>;

namespace detail {

/// How long something has taken since this was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace detail

/// Runs the passes that are not disabled; what each gives is verified.
RELATILE_INLINE plan::Plan run_passes(const plan::Plan& chosen, const PlanOptions& options,
                                      std::int64_t message_limit, const PassWatch& watch = {});

/// Throws Error for names that no pass has.
RELATILE_INLINE void require_passes(const std::vector<std::string>& disabled);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/passes.hpp"
#endif
