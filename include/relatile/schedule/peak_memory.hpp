// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/begins.hpp"
#include "relatile/schedule/memory_plan.hpp"
#include "relatile/schedule/step_memory.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::schedule {

/// The block memory of one site while a plan runs, in bytes: what the inputs that are stored hold
/// there, all the while, and what is allocated before the first step.
///
/// Not counted: arrays that the plan does not read, what MPI buffers, and the scratch of kernels,
/// which is of the size of caches. Objects count by their serialised size.
struct SitePeak {
  std::int64_t inputs = 0;
  std::int64_t results = 0;
  std::int64_t arena = 0;
  std::int64_t objects = 0;
  std::int64_t allocated() const { return results + arena + objects; }
  std::int64_t total() const { return inputs + allocated(); }
};

/// The peak of the fullest site, and how the sites' memory fills up.
struct PlanPeak {
  int site = 0;
  SitePeak peak;                   ///< of that site
  std::int64_t allocated = 0;      ///< on the site that allocates most
  std::vector<std::int64_t> live;  ///< per step, values and staging on the site that needs most

  /// Takes another site into account; they come in ascending order.
  void add(int another, std::int64_t inputs, const MemoryPlan& memory);
};

namespace detail {

RELATILE_INLINE std::int64_t aligned_bytes(const tra::RelationType& type,
                                           const std::vector<Box>& boxes);

}  // namespace detail

/// What the sites hold of a plan's inputs, per site. A value that is read under two names counts
/// once.
RELATILE_INLINE std::vector<std::int64_t> input_bytes(const plan::Plan& plan);

/// Per step, and per site, what `step_memory` says.
using StepMemories = std::vector<std::shared_ptr<const std::vector<StepMemory>>>;

RELATILE_INLINE StepMemories step_memories(const plan::Plan& plan);

/// Calls visit(site, its memory) for all sites; those that are alike are laid out once.
template <class Visit>
void for_each_site_memory(const plan::Plan& plan, const StepMemories& steps, Visit&& visit) {
  std::map<std::vector<StepMemory>, MemoryPlan> known;
  std::vector<StepMemory> own(plan.steps.size());
  const std::vector<int> begins = begins_of(plan);
  for (int site = 0; site < plan.num_sites; ++site) {
    for (std::size_t s = 0; s < own.size(); ++s) {
      own[s] = nth((*steps[s]), site);
    }
    auto memory = known.find(own);
    if (memory == known.end()) memory = known.emplace(own, lay_out_memory(plan, own, begins)).first;
    visit(static_cast<std::size_t>(site), static_cast<const MemoryPlan&>(memory->second));
  }
}

RELATILE_INLINE PlanPeak plan_peak(const plan::Plan& plan, const StepMemories& steps);
inline PlanPeak plan_peak(const plan::Plan& plan) { return plan_peak(plan, step_memories(plan)); }

/// The same; of more than 64 sites, of three that lie evenly among them, or of the first one where
/// the plan has more than ten thousand steps. To compare plans by and to tell people, not to keep a
/// promise with.
RELATILE_INLINE PlanPeak about_plan_peak(const plan::Plan& plan);
inline std::int64_t about_peak(const plan::Plan& plan) {
  return about_plan_peak(plan).peak.total();
}

RELATILE_INLINE std::vector<SitePeak> site_peaks(const plan::Plan& plan);

namespace detail {

RELATILE_INLINE const plan::Step& maker_of(const plan::Plan& plan, int value);
/// Whether a step's output may share memory with its input.
RELATILE_INLINE bool may_share(const plan::Plan& plan, const plan::Step& step);

RELATILE_INLINE std::vector<std::int64_t> memory_behind(const plan::Plan& plan, int value);

}  // namespace detail

/// The pieces in which the sites have a result, if an exchange left some larger than what they
/// hold; else empty.
RELATILE_INLINE std::vector<std::vector<Box>> pieces_of_result(const plan::Plan& plan, int value);

/// The bytes of memory that a result keeps alive on every site: it may share a larger value's.
/// Empty if that is just what it holds.
inline std::vector<std::int64_t> memory_of_result(const plan::Plan& plan, int value) {
  if (!detail::may_share(plan, detail::maker_of(plan, value))) return {};
  return detail::memory_behind(plan, value);
}

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/peak_memory.hpp"
#endif
