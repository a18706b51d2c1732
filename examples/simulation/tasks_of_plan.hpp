// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "relatile/cost/time.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/lower.hpp"
#include "simulation/collectives.hpp"

namespace relatile::simulation {

/// What a site waits for.
enum class Order : std::uint8_t {
  site_program,  ///< the instructions before, as the engine goes through them between hosts
  operands,      ///< what it reads alone: a bound for any engine
  steps,         ///< every step before, with nothing under way meanwhile
};

struct Options {
  Order order = Order::site_program;
  /// Groups of up to this many sites exchange pair by pair. Larger ones gather by doubling, and a
  /// site sends its parts of an all-to-all in at most so many flows.
  int exact_up_to = 16;
};

/// A plan as tasks: a computing task per step and site, flows for the exchanges, computing again
/// where contributions are combined. No blocks, no SimGrid.
class PlanTasks {
 public:
  PlanTasks(const plan::Plan& plan, const cost::Machine& machine, const Options& options)
      : plan_(plan), machine_(machine), panels_(plan), options_(options) {}

  TaskGraph build() {
    graph_.num_sites = plan_.num_sites;
    ready_.resize(plan_.values.size());
    last_.resize(num_sites());
    for (const plan::Step& step : plan_.steps) {
      ready_[static_cast<std::size_t>(step.output)].resize(num_sites());
    }
    if (options_.order == Order::site_program) {
      follow_program();
    } else {
      follow_steps();
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

  const plan::Step& step_of(int s) const { return plan_.steps[static_cast<std::size_t>(s)]; }

  void follow_steps() {
    for (int s = 0; s < static_cast<int>(plan_.steps.size()); ++s) {
      const plan::StepKind kind = step_of(s).kind;
      if (kind == plan::StepKind::local) add_local(step_of(s), s);
      if (kind == plan::StepKind::exchange) finish_exchange(step_of(s), s, begin_exchange(s));
    }
  }

  /// All sites have the same instructions in the same order, so those of one tell when an exchange
  /// begins, and when it is waited for.
  void follow_program() {
    std::map<int, std::vector<Group::Member>> under_way;
    const auto program = schedule::lower(plan_, 0, plan::default_message_limit);
    for (const schedule::Instruction& instruction : program.instructions) {
      const int s = instruction.step;
      const auto& what = instruction.what;
      if (const auto* const begin = std::get_if<schedule::BeginExchange>(&what)) {
        under_way[begin->exchange] = begin_exchange(begin->exchange);
      } else if (std::holds_alternative<schedule::Compute>(what)) {
        add_local(step_of(s), s);
      } else if (std::holds_alternative<schedule::FinishExchange>(what)) {
        finish_exchange(step_of(s), s, std::move(under_way.extract(s).mapped()));
      } else if (std::holds_alternative<schedule::ExchangeBlocks>(what)) {
        finish_exchange(step_of(s), s, begin_exchange(s));
      }
    }
  }

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
      const double seconds = cost::local_seconds(machine_, plan_, panels_, step, site).value;
      ready(step.output, site) = compute(s, site, seconds, std::move(waits));
    }
  }

  /// The flows of an exchange; per site, what it waits for at the end.
  std::vector<Group::Member> begin_exchange(int s) {
    const plan::Step& step = step_of(s);
    std::vector<Group::Member> members;
    for (int site = 0; site < plan_.num_sites; ++site) {
      members.push_back({site, ready(step.inputs[0], site), {}, {}, {}});
    }
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
    for (std::size_t g = 0; g < groups.size(); ++g) {
      Group group{s, {}};
      for (int site : groups[g]) {
        const Waits posted = options_.order == Order::operands ? Waits{} : last(site);
        group.members.push_back({site, both(ready(step.inputs[0], site), posted), posted, {}, {}});
      }
      exchange(group, parts[g], step.exchange.pattern);
      for (auto& member : group.members) {
        members[static_cast<std::size_t>(member.site)] = std::move(member);
      }
    }
    return members;
  }

  void finish_exchange(const plan::Step& step, int s, const std::vector<Group::Member>& members) {
    for (const Group::Member& member : members) finish(step, s, member);
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
    if (options_.order != Order::operands) {
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
  cost::PanelsInCache panels_;
  Options options_;
  TaskGraph graph_;
  std::vector<std::vector<Waits>> ready_;  ///< per value, per site
  std::vector<Waits> last_;                ///< per site, what it computed last
};

}  // namespace relatile::simulation
