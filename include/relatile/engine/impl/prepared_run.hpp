// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/prepared_run.hpp"

#include <algorithm>
#include <string>

#include "relatile/core/units.hpp"
#include "relatile/engine/same_program.hpp"
#include "relatile/kernel/products/blas_memory.hpp"
#include "relatile/runtime/parallel_for.hpp"
#include "relatile/schedule/peak_memory.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::engine {

RELATILE_INLINE void PreparedRun::agree(const std::vector<tra::NodePtr>& program) {
  measurements.begin(transport_.control_sent());
  if (auto* const neighbours = transport_.neighbours()) neighbours->publish(0);
  if (set_up(program)) return;
  plan.hosts = {};  // all that was to be read in place is sent
  programs_ = nullptr;
  local.clear();
  outcome_ = transport::attempt([&] { require_memory_as_planned(); });
  set_up(program);
}

RELATILE_INLINE void PreparedRun::require_memory_as_planned() const {
  if (plan.peak_memory.value == 0) return;
  const std::int64_t peak = schedule::plan_peak(plan).peak.total();
  if (peak <= plan.peak_memory.value) return;
  throw OutOfMemory(
      "relatile: this plan relies on sites of one host that read each other's memory; "
      "they can't, and without that it takes " +
      grouped(peak) + " bytes a site instead of " + grouped(plan.peak_memory.value) +
      "; nothing was sent");
}

RELATILE_INLINE bool PreparedRun::set_up(const std::vector<tra::NodePtr>& program) {
  bool reachable = true;
  if (!outcome_.exception) {
    outcome_ = transport::attempt([&] {
      for (std::size_t i = 0; i < sites.size(); ++i) reachable = allocate(i) && reachable;
    });
  }
  std::int64_t reused = 0;
  for (const LocalSite& site : local) reused += site.reused_bytes();
  const std::int64_t flags = (reachable ? 1 : 0) | (reused > 0 ? 2 : 0);
  const std::vector<std::int64_t> mine{values_hash_, plan_hash_, flags};
  const std::vector<std::int64_t> all = transport::agree(transport_, outcome_, mine);
  bool same_plan = true;
  bool same_values = true;
  bool all_reachable = true;
  for (std::size_t at = 0; at < all.size(); at += mine.size()) {
    same_values = same_values && all[at] == all[0];
    same_plan = same_plan && all[at + 1] == all[1];
    all_reachable = all_reachable && (all[at + 2] & 1) != 0;
    overwrites = overwrites || (all[at + 2] & 2) != 0;
  }
  const bool any_hidden = (!same_values || !same_plan) && compare(program);
  if (!same_plan || (!same_values && !any_hidden)) {
    throw PlanMismatch(
        "relatile: the ranks have the same program, but not the same plan for it; set the same "
        "plan options (planner, objective, memory_per_rank, machine, disabled rules and passes, "
        "cache, follow_known_choices) on all of them");
  }
  return all_reachable;
}

RELATILE_INLINE void PreparedRun::reserve_to_multiply(int site) {
  try {
    kernel::reserve_blas_memory(runtime::max_threads());
  } catch (const std::bad_alloc&) {
    throw OutOfMemory("relatile: site " + std::to_string(site) +
                      " has no memory for the BLAS to multiply on " +
                      std::to_string(runtime::max_threads()) +
                      " threads, of 129 MB of addresses each; nothing was sent");
  }
}

RELATILE_INLINE bool PreparedRun::multiplies() const {
  return std::any_of(plan.nodes.begin(), plan.nodes.end(), [](const tra::NodePtr& node) {
    return node->kind() == tra::Kind::contract || node->block_kernel() != nullptr;
  });
}

RELATILE_INLINE bool PreparedRun::compare(const std::vector<tra::NodePtr>& program) const {
  try {
    return require_same_program(transport_, tra::topological_order(program));
  } catch (const std::bad_alloc&) {  // the others are comparing still
    transport_.give_up("out of memory while ranks compared their programs");
    throw;
  }
}

RELATILE_INLINE std::shared_ptr<const schedule::SiteProgram> PreparedRun::program_of(
    int site) const {
  const std::int64_t limit = transport_.message_limit();
  return programs_ ? programs_->of(plan, site, limit)
                   : schedule::KnownPrograms::lowered(plan, site, limit);
}

RELATILE_INLINE bool PreparedRun::allocate(std::size_t i) {
  LocalSite& mine = local.emplace_back(plan, program_of(sites[i]));
  if (multiplies()) reserve_to_multiply(mine.site);
  try {
    mine.allocate(plan, i, last_read_);
  } catch (const std::bad_alloc&) {
    throw OutOfMemory("relatile: site " + std::to_string(mine.site) + " could not allocate " +
                      grouped(mine.program.memory.arena_bytes + mine.program.memory.result_bytes) +
                      " bytes for this plan; nothing was sent");
  }
  mine.lay_out_arrays(plan, i);
  return neighbour_memory.are_reachable(mine);
}

}  // namespace relatile::engine
