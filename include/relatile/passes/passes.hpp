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
#include "relatile/cost/machine.hpp"
#include "relatile/passes/cache_limits.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::pass {

/// What a user has asked for that passes go by; planner/plan_options.hpp says what each means.
struct PassOptions {
  std::int64_t panel_bytes;
  const CacheLimits& cache;
  const cost::Machine& machine;
  std::int64_t memory_per_rank;
  const std::vector<std::string>& disabled;
  std::int64_t message_limit;
};

/// What passes know beside the plan that the passes before them have made.
struct PassContext {
  const PassOptions& options;
  const plan::Plan& chosen;  ///< by the search, before any pass
};

/// Makes a plan faster, or smaller, that the search has chosen: what it gives computes the same
/// values, moves the same bytes, and holds to what plan::verify asserts.
struct Pass {
  std::string_view name;
  plan::Plan (*run)(plan::Plan plan, const PassContext& context);
};

/// All of them, in the order in which they run: panels (passes/panels.hpp), reduce_panels
/// (passes/reduce_panels.hpp), cache_panels (passes/cache_panels.hpp), critical_path
/// (passes/critical_path.hpp). Last, where there is a cap on memory that the plan does not keep,
/// comes memory_cap (planner/memory_cap.hpp), which asks the search again and is no pass of this
/// list.
RELATILE_INLINE const std::vector<Pass>& passes();

/// Told what a pass, or the search, has made, and how long that took in seconds.
using PassWatch =
    std::function<void(std::string_view name, const plan::Plan& plan, double seconds)>;

/// How long something has taken since this was made.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Runs the passes that are not disabled; what each gives is verified.
RELATILE_INLINE plan::Plan run_passes(const plan::Plan& chosen, const PassOptions& options,
                                      const PassWatch& watch = {});

/// Throws Error for names that no pass has.
RELATILE_INLINE void require_passes(const std::vector<std::string>& disabled);

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/passes.hpp"
#endif
