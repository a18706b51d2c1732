// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "relatile/cost/machine.hpp"
#include "relatile/cost/squares.hpp"
#include "relatile/cost/time.hpp"
#include "relatile/planner/space/objective.hpp"

namespace relatile::planner {

/// Seconds on a machine: every operator takes as long as its busiest site, every move as long as
/// the site that receives or sends most; steps follow one another. Of plans that take equally long
/// the one that sends fewer bytes is preferred.
class TimeObjective : public Objective {
 public:
  explicit TimeObjective(cost::Machine machine) : machine_(std::move(machine)) {}
  std::string name() const override { return "time"; }
  Idling idling() const override { return Idling::allowed; }
  bool joins_reads() const override { return true; }

  double work(const Work& work) const override {
    const Flops flops = cost::flops_computed(work.node, Flops{work.busiest_flops}, [&](int label) {
      return work.layout.parts(label) == 1;
    });
    return cost::seconds_of_work(machine_, cost::class_of(work.node), flops,
                                 Bytes{work.busiest_bytes})
        .value;
  }
  double transport(const Transport& t) const override {
    return cost::seconds_of_exchange(machine_, t.move.pattern, t.reduces, Bytes{t.move.busiest},
                                     Messages{t.move.partners}, t.move.partners + 1)
               .value +
           cost::seconds_of_copy(machine_, Bytes{t.move.busiest}).value +
           preference * static_cast<double>(t.move.bytes);
  }

  double shrinking(const plan::Plan& smaller, const plan::Plan& chosen) const override {
    return std::max(
        0.0, cost::seconds_of(machine_, smaller).value - cost::seconds_of(machine_, chosen).value);
  }

 private:
  /// Seconds for every byte of all sites, far below what any machine takes.
  static constexpr double preference = 1e-16;

  cost::Machine machine_;
};

}  // namespace relatile::planner
