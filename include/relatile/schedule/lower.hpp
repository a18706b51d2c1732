// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/endpoint.hpp"
#include "relatile/schedule/site_program.hpp"
#include "relatile/schedule/step_memory.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::schedule {

/// From a plan to the program of one of its sites.
class SiteLowering {
 public:
  /// `message_limit` is the longest message's.
  SiteLowering(const plan::Plan& plan, int site, std::int64_t message_limit);
  SiteProgram program() && { return std::move(program_); }

 private:
  const tra::Node& node_of(const plan::Step& step) const { return *nth(plan_.nodes, step.node); }
  bool exchanges_array(const plan::Step& step) const {
    return step.kind == plan::StepKind::exchange && node_of(step).type.elements;
  }

  void list_last_makers();
  /// What sites of one host show each other: numbers all that this one reads, and lists what it
  /// shows.
  void number_reads();
  void place_arrays(const std::vector<StepMemory>& steps);
  /// Whose memory may be that of results, if nobody else has them: see PreparedRun.
  void list_reuses(const std::vector<StepMemory>& steps);
  /// Who must be through with memory of this site before a step may write it again. What is stored
  /// and shown stays until the end, when all meet.
  void list_readers();

  void add_instructions();
  template <class What>
  void add(std::size_t s, What what) {
    program_.instructions.push_back({static_cast<int>(s), std::move(what)});
  }
  /// Gives the endpoint of an exchange that begins now what depends on those before it.
  void add_begin(std::size_t s, int exchange);
  void add_work(std::size_t s);
  /// Exchanges that are alike, of values that came about alike, take the same route.
  const Route& route_of_alike(const plan::Step& step);
  std::vector<std::vector<int>> exchanges_by_begin() const;
  /// Per step, the values that nobody reads after it, and that are no results.
  std::vector<std::vector<int>> forgotten_after() const;

  const plan::Plan& plan_;
  std::int64_t message_limit_;
  std::vector<int> makers_;          ///< per value, the first step that makes it
  std::vector<int> last_makers_;     ///< per value, the last one; -1 of what is stored
  std::vector<int> begins_;          ///< per step, before which one it begins
  std::vector<Endpoint> endpoints_;  ///< per step
  std::vector<std::vector<AwaitReaders::Reader>> readers_;  ///< per step, and at the end
  std::map<std::vector<const void*>, Route> routes_;  ///< by what moves, and what moved before
  int next_channel_ = 0;
  SiteProgram program_;
};

/// What a site does of a plan. `message_limit` is the longest message's.
///
///   complexity  of what the site does; where sites read each other's memory, where a collective
///   may
///               carry an exchange, contributions are combined or objects are sent, of what all do
inline SiteProgram lower(const plan::Plan& plan, int site, std::int64_t message_limit) {
  return SiteLowering(plan, site, message_limit).program();
}

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/lower.hpp"
#endif
