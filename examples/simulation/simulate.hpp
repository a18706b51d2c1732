// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/cost/machine.hpp"
#include "relatile/plan/plan.hpp"
#include "simulation/tasks_of_plan.hpp"

namespace relatile::simulation {

/// What a plan did on a machine that need not exist.
struct Report {
  double seconds = 0;
  std::vector<double> step_ends;  ///< per step of the plan, when its last task ended
  plan::Traffic traffic;          ///< as the plan counts
  Bytes carried;                  ///< by the simulated flows; equals the traffic's total
  std::size_t tasks = 0;
  std::vector<double> busy_seconds;  ///< per site, computing
  std::vector<std::int64_t>
      peak_bytes;  ///< per site, inputs included, as the engine would allocate

  double utilisation(int site) const {
    return seconds > 0 ? busy_seconds[static_cast<std::size_t>(site)] / seconds : 0;
  }
  double mean_utilisation() const;
  std::int64_t most_peak_bytes() const;
};

/// Simulates a plan with SimGrid: computing at the machine's rates, flows that share the links they
/// meet on. Allocates no blocks.
///
///   network  a rank has a link of its own with the rate and latency that point-to-point messages
///            have within a node; a node has a link to the network that its ranks share, as fast as
///            all of them together are between nodes. Nothing limits what the network itself
///            carries.
///   errors   Error if the plan has more sites than the machine has ranks, or SimGrid fails
///
/// Runs in a forked process: SimGrid's engine is one per process and can't be started again.
Report simulate(const plan::Plan& plan, const cost::Machine& machine, const Options& options = {});

}  // namespace relatile::simulation
