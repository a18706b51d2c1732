// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/cost/time.hpp"
#include "relatile/plan/plan.hpp"
#include "simulation/collectives.hpp"

namespace relatile::simulation {

struct Options {
  /// Whether a step on a site waits only for its operands; otherwise every site runs its steps one
  /// after the other, as the engine does today.
  bool overlap = true;
  /// Groups of up to this many sites exchange pair by pair. Larger ones gather by doubling, and a
  /// site sends its parts of an all-to-all in at most so many flows.
  int exact_up_to = 16;
};

/// A plan as tasks: a computing task per step and site, flows for the exchanges, computing again
/// where contributions are combined. A step on a site waits for what it needs there and for nobody
/// else. No blocks, no SimGrid.
class PlanTasks {
 public:
  PlanTasks(const plan::Plan& plan, const cost::Machine& machine, const Options& options)
      : plan_(plan), machine_(machine), options_(options) {}

  TaskGraph build() {
    graph_.num_sites = plan_.num_sites;
    ready_.resize(plan_.values.size());
    last_.resize(num_sites());
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      const plan::Step& step = plan_.steps[s];
      ready_[static_cast<std::size_t>(step.output)].resize(num_sites());
      if (step.kind == plan::StepKind::local) add_local(step, static_cast<int>(s));
      if (step.kind == plan::StepKind::exchange) add_exchange(step, static_cast<int>(s));
    }
    return std::move(graph_);
  }

 private:
  std::size_t num_sites() const { return static_cast<std::size_t>(plan_.num_sites); }
  const tra::RelationType& type_of(const plan::Step& step) const {
    return plan_.nodes[static_cast<std::size_t>(step.node)]->type;
  }
  Waits& ready(int value, int site) {
    return ready_[static_cast<std::size_t>(value)][static_cast<std::size_t>(site)];
  }
  Waits& last(int site) { return last_[static_cast<std::size_t>(site)]; }

  /// Computes on a site after `waits` and whatever the site computed before; nothing if that takes
  /// no time.
  Waits compute(int step, int site, double seconds, Waits waits) {
    if (seconds <= 0) return waits;
    add(waits, last(site));
    last(site) = {graph_.compute(step, site, seconds, std::move(waits))};
    return last(site);
  }

  void add_local(const plan::Step& step, int s) {
    for (int site = 0; site < plan_.num_sites; ++site) {
      Waits waits;
      for (int input : step.inputs) add(waits, ready(input, site));
      if (step.slice.index > 0) add(waits, ready(step.output, site));
      const double seconds = cost::local_seconds(machine_, plan_, step, site).value;
      ready(step.output, site) = compute(s, site, seconds, std::move(waits));
    }
  }

  void add_exchange(const plan::Step& step, int s) {
    std::vector<std::vector<int>> groups = *step.exchange.groups;
    if (groups.empty()) {
      groups.emplace_back();
      for (int site = 0; site < plan_.num_sites; ++site) groups.back().push_back(site);
    }
    std::vector<std::pair<int, int>> place(num_sites(), {-1, -1});  // group and member of a site
    for (std::size_t g = 0; g < groups.size(); ++g) {
      for (std::size_t m = 0; m < groups[g].size(); ++m) {
        place[static_cast<std::size_t>(groups[g][m])] = {static_cast<int>(g), static_cast<int>(m)};
      }
    }
    std::vector<std::vector<Part>> parts(groups.size());
    for (const auto& t : step.exchange.transfers) {
      const auto [group, from] = place[static_cast<std::size_t>(t.from)];
      const int to = place[static_cast<std::size_t>(t.to)].second;
      parts[static_cast<std::size_t>(group)].push_back(
          {from, to, type_of(step).bytes_in(t.region).value});
    }
    std::vector<char> takes_part(num_sites(), 0);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      Group group{s, {}};
      for (int site : groups[g]) {
        const Waits posted = options_.overlap ? Waits{} : last(site);
        group.members.push_back({site, both(ready(step.inputs[0], site), posted), posted, {}, {}});
        takes_part[static_cast<std::size_t>(site)] = 1;
      }
      exchange(group, parts[g], step.exchange.pattern);
      for (auto& member : group.members) finish(step, s, member);
    }
    for (int site = 0; site < plan_.num_sites; ++site) {
      Group::Member alone{site, ready(step.inputs[0], site), {}, {}, {}};
      if (!takes_part[static_cast<std::size_t>(site)]) finish(step, s, alone);
    }
  }

  void exchange(Group& group, const std::vector<Part>& parts, plan::Pattern pattern) {
    const auto q = static_cast<std::size_t>(group.size());
    if (pattern == plan::Pattern::broadcast && !parts.empty()) {
      broadcast(graph_, group, parts[0].from, parts[0].bytes, options_.exact_up_to);
    } else if (pattern == plan::Pattern::all_gather) {
      std::vector<std::int64_t> boxes(q, 0);
      for (const auto& part : parts) boxes[static_cast<std::size_t>(part.from)] = part.bytes;
      all_gather(graph_, group, boxes, options_.exact_up_to);
    } else if (pattern == plan::Pattern::all_to_all || parts.size() > most_parts(q)) {
      all_to_all(graph_, group, parts, options_.exact_up_to);
    } else {
      for (const auto& part : parts) group.send(graph_, part.from, part.to, part.bytes);
    }
  }
  /// Irregular exchanges are simulated part by part unless they are as dense as an all-to-all.
  std::size_t most_parts(std::size_t q) const {
    return q * static_cast<std::size_t>(4 * options_.exact_up_to);
  }

  /// What a site does once everything has arrived: contributions are combined, read and written in
  /// memory.
  void finish(const plan::Step& step, int s, const Group::Member& member) {
    Waits waits = both(ready(step.inputs[0], member.site), member.arrivals);
    if (step.slice.index > 0) add(waits, ready(step.output, member.site));
    if (!options_.overlap) {
      add(last(member.site), member.arrivals);
      add(last(member.site), member.departures);
    }
    double seconds = 0;
    if (step.exchange.reduces) {
      std::int64_t arrived = 0;
      for (int task : member.arrivals)
        arrived += graph_.tasks[static_cast<std::size_t>(task)].bytes;
      seconds = 1.5 * cost::seconds_of_copy(machine_, Bytes{arrived}).value;
    }
    ready(step.output, member.site) = compute(s, member.site, seconds, std::move(waits));
  }

  const plan::Plan& plan_;
  const cost::Machine& machine_;
  Options options_;
  TaskGraph graph_;
  std::vector<std::vector<Waits>> ready_;  ///< per value, per site
  std::vector<Waits> last_;                ///< per site, what it computed last
};

}  // namespace relatile::simulation
