// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "relatile/cost/machine.hpp"
#include "relatile/cost/time.hpp"
#include "relatile/planner/objective.hpp"

namespace relatile::planner {

/// Seconds on a machine: every operator takes as long as its busiest site, every move as long as
/// the site that receives or sends most; steps follow one another.
class TimeObjective : public Objective {
 public:
  explicit TimeObjective(cost::Machine machine) : machine_(std::move(machine)) {}
  std::string name() const override { return "time"; }
  Idling idling() const override { return Idling::allowed; }

  double work(const Work& work) const override {
    return cost::seconds_of_work(machine_, cost::class_of(work.node), Flops{work.busiest_flops},
                                 Bytes{work.busiest_bytes})
        .value;
  }
  double transport(const Transport& t) const override {
    const int participants = std::max(t.move.senders, t.move.receivers);
    const Messages messages{std::max(participants - 1, 1)};
    return cost::seconds_of_exchange(machine_, pattern_of(t), t.reduces, Bytes{t.move.busiest},
                                     messages, std::max(participants, 2))
               .value +
           cost::seconds_of_copy(machine_, Bytes{t.move.busiest}).value;
  }

  double slicing(const plan::Plan& sliced, const plan::Plan& whole) const override {
    return std::max(
        0.0, cost::seconds_of(machine_, sliced).value - cost::seconds_of(machine_, whole).value);
  }

 private:
  /// What the exchange will most likely run as.
  static plan::Pattern pattern_of(const Transport& t) {
    const bool copies = std::all_of(t.need.dims.begin(), t.need.dims.end(),
                                    [](const auto& dim) { return dim.digits.empty(); });
    if (t.need.irregular || !copies || t.move.receivers < 2) return plan::Pattern::all_to_all;
    return t.move.senders == 1 ? plan::Pattern::broadcast : plan::Pattern::all_gather;
  }
  cost::Machine machine_;
};

}  // namespace relatile::planner
