// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/units.hpp"
#include "relatile/plan/traffic.hpp"

namespace relatile::plan {

/// What sites tell each other to agree, all of them together; no part of a plan's traffic.
struct Agreement {
  Bytes bytes;
  Messages messages;
};

/// What a contraction sends, beside the least that any algorithm would that computes it by itself;
/// what that takes for granted is said in cost/contraction_bounds.hpp.
struct ContractionBound {
  std::string operation;  ///< its name, as people know it
  Bytes least;            ///< of any algorithm
  Bytes sent;             ///< by the plan
  double load = 1;        ///< of the busiest site, in equal shares
};

/// What a plan is expected to take where its own steps do not say: filled by whoever knows the
/// machine and how values are laid out in memory.
struct Forecast {
  std::vector<double> seconds;  ///< per step, the slowest site's; empty if there is no machine
  std::vector<Bytes> live;      ///< per step, what the fullest site needs while it runs
  Bytes peak{};       ///< what the fullest site holds at most, of stored inputs and for the plan
  Bytes allocated{};  ///< the most that a site allocates for the plan, before the first step
  double overlapped_seconds = 0;     ///< of all steps, exchanges under way while kernels run
  double new_memory_seconds = 0;     ///< more than that, if all that is allocated is new memory
  bool machine_was_measured = true;  ///< else seconds are a generic machine's
  int machine_nodes = 0;             ///< that its figures are of
  int machine_ranks_per_node = 0;
  Agreement agreement{};
  std::vector<ContractionBound> bounds{};  ///< of products of arrays that are stored once

  double total_seconds() const {
    double total = 0;
    for (double step : seconds) total += step;
    return total;
  }
};

/// What a plan was measured to do, to print beside what was predicted.
struct Measured {
  std::vector<Traffic> traffic;  ///< per step
  /// Per step and site, of the bytes sent: those that receivers read in the sender's memory.
  std::vector<std::vector<Bytes>> in_place;
  std::vector<double> seconds;                    ///< per step, the slowest site's
  std::vector<std::vector<double>> site_seconds;  ///< per step and site
  /// Per step, the most block memory that a process held for the plan while the step ran. A process
  /// is one site under MPI, and all of them in loop-back.
  std::vector<Bytes> high_water;
  double total_seconds = 0;
  Agreement agreement{};

  /// What all steps sent.
  Traffic sent(int num_sites) const {
    Traffic total(num_sites);
    for (const Traffic& step : traffic) total += step;
    return total;
  }
  Bytes bytes_in_place() const {
    Bytes total;
    for (const auto& step : in_place) {
      for (const auto bytes : step) total += bytes;
    }
    return total;
  }
};

/// Both, where they are known.
struct Figures {
  const Forecast* forecast = nullptr;
  const Measured* measured = nullptr;

  bool has_seconds() const { return forecast && !forecast->seconds.empty(); }
};

}  // namespace relatile::plan
