// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

using Clock = std::chrono::steady_clock;
inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// What one step did, per local site.
struct StepMeasurement {
  std::vector<transport::Sent> sent;
  std::vector<double> seconds;
  std::int64_t high_water =
      0;  ///< block memory of the process, beyond what it held before the plan
};

/// What this process measures while a plan runs, as numbers that sites can send each other: a row
/// of `width` for each site.
class Measurements {
 public:
  /// Before the plan's memory is allocated.
  void begin(std::vector<transport::Sent> control_sent) {
    held_before_ = memory_meter().live_bytes;
    control_before_ = std::move(control_sent);
  }
  void begin_steps() { first_step_ = Clock::now(); }
  void end_steps() { total_seconds_ = seconds_since(first_step_); }
  void add(StepMeasurement step) { steps_.push_back(std::move(step)); }
  std::int64_t high_water(const MemoryWatch& watch) const {
    return watch.peak_bytes() - held_before_;
  }

  /// What all sites told each other from the begin on: each as much as the first one here.
  plan::Agreement agreement_since_begin(const std::vector<transport::Sent>& control_sent,
                                        int num_sites) const;

  std::size_t width() const { return 1 + 6 * steps_.size(); }
  /// The row of the process's site number `i`.
  void append_row(std::size_t i, std::vector<std::int64_t>& row) const;
  /// From the rows of all sites, `stride` numbers apart.
  plan::Measured read(const std::int64_t* rows, std::size_t stride, int num_sites) const;

 private:
  static std::int64_t nanoseconds(double seconds) {
    return static_cast<std::int64_t>(seconds * 1e9);
  }
  static double seconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e9; }

  std::vector<StepMeasurement> steps_;
  Clock::time_point first_step_;
  double total_seconds_ = 0;
  std::int64_t held_before_ = 0;
  std::vector<transport::Sent> control_before_;
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/measurements.hpp"
#endif
