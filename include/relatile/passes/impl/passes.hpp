// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/passes.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/disabled_names.hpp"
#include "relatile/passes/cache_panels.hpp"
#include "relatile/passes/critical_path.hpp"
#include "relatile/passes/panels.hpp"
#include "relatile/passes/reduce_panels.hpp"
#include "relatile/plan/verify.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::pass {
namespace detail {

inline std::int64_t peak_of(const plan::Plan& plan) {
  return schedule::plan_peak(plan).peak.total();
}

/// Whether a plan keeps within a cap on memory, or is the smaller of two that don't.
inline bool keeps_cap(const plan::Plan& plan, const plan::Plan& than, const PassOptions& options) {
  if (options.memory_per_rank <= 0) return true;
  return peak_of(plan) <= std::max(options.memory_per_rank, peak_of(than));
}

/// In panels, which begin late where a cap on memory would be broken else.
inline plan::Plan panels(plan::Plan plan, const PassContext& context) {
  const PassOptions& options = context.options;
  if (options.panel_bytes <= 0) return plan;
  plan::Plan sliced = with_panels(plan, options.panel_bytes, options.message_limit);
  if (options.memory_per_rank <= 0 || peak_of(sliced) <= options.memory_per_rank) return sliced;
  return with_panels(std::move(plan), options.panel_bytes, options.message_limit, Beginning::late);
}

inline plan::Plan reduce_panels(plan::Plan plan, const PassContext& context) {
  const PassOptions& options = context.options;
  if (options.panel_bytes <= 0 || plan.num_sites == 1) return plan;
  auto other = with_reduce_panels(plan, options.panel_bytes, options.message_limit);
  if (!other || !is_faster_in_little_more_memory(*other, plan, options.machine)) return plan;
  return keeps_cap(*other, plan, options) ? *std::move(other) : plan;
}

inline plan::Plan cache_panels(plan::Plan plan, const PassContext& context) {
  const PassOptions& options = context.options;
  return with_cache_panels(std::move(plan), options.message_limit, options.cache);
}

/// The plan as the passes before the critical path make it.
inline plan::Plan as_before(std::string_view last, plan::Plan plan, const PassContext& context) {
  for (const Pass& pass : passes()) {
    if (pass.name == last) break;
    if (!is_disabled(context.options.disabled, pass.name))
      plan = pass.run(std::move(plan), context);
  }
  return plan;
}

/// The chosen plan with its steps in the order of the critical path, if that is faster once they
/// are in slices, and keeps within a cap on memory or is the smaller of two that don't. On many
/// sites it is faster if it was before slicing: to time thousands of slices on each of them takes
/// longer than it could save.
inline plan::Plan critical_path(plan::Plan plan, const PassContext& context) {
  const PassOptions& options = context.options;
  const auto reordered = along_critical_path(context.chosen, options.machine);
  if (!reordered) return plan;
  const bool whole = plan.num_sites > placement::most_sites_written_out;
  if (whole && !takes_little_more_memory(*reordered, context.chosen)) return plan;
  plan::Plan other = as_before("critical_path", *reordered, context);
  if (!whole && !is_faster_in_little_more_memory(other, plan, options.machine)) return plan;
  return keeps_cap(other, plan, options) ? other : plan;
}

}  // namespace detail

RELATILE_INLINE const std::vector<Pass>& passes() {
  static const std::vector<Pass> known{
      {"panels", detail::panels},
      {"reduce_panels", detail::reduce_panels},
      {"cache_panels", detail::cache_panels},
      {"critical_path", detail::critical_path},
  };
  return known;
}

RELATILE_INLINE void require_passes(const std::vector<std::string>& disabled) {
  std::vector<std::string_view> known;
  for (const Pass& pass : passes()) known.push_back(pass.name);
  require_known(disabled, known, "disabled_passes", "pass");
}

RELATILE_INLINE plan::Plan run_passes(const plan::Plan& chosen, const PassOptions& options,
                                      const PassWatch& watch) {
  require_passes(options.disabled);
  const PassContext context{options, chosen};
  plan::verify(chosen);
  plan::Plan plan = chosen;
  for (const Pass& pass : passes()) {
    if (is_disabled(options.disabled, pass.name)) continue;
    const Stopwatch watch_of_pass;
    plan = pass.run(std::move(plan), context);
    const double seconds = watch_of_pass.seconds();
    plan::verify(plan);
    if (watch) watch(pass.name, plan, seconds);
  }
  return plan;
}

}  // namespace relatile::pass
