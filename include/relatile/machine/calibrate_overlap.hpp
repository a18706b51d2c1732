// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "relatile/cost/machine.hpp"
#include "relatile/engine/moving_messages.hpp"
#include "relatile/machine/calibrate_exchanges.hpp"
#include "relatile/transport/transport.hpp"

// The part of `calibrate` that measures what messages cost kernels beside them.
namespace relatile::detail {

/// The seconds that kernels lose to every second of messages that travel meanwhile: what both
/// together take longer than whichever takes longer alone. A machine's speed drifts by more than
/// that, so kernels run alone and beside messages in turn, and what counts is the median of the
/// differences.
///
///   link    between the sites of a group
///   kernel  does work of a fraction of a millisecond
template <class Kernel>
Seconds measure_loss(transport::Transport& sites, const SiteGroups& groups, const cost::Link& link,
                     Kernel&& kernel) {
  constexpr std::int64_t word = sizeof(double);
  const double bytes = std::clamp(seconds_of_many_turns * link.bytes_per_second, 0x1p16, 0x1p26);
  ExchangeMeter meter(sites, groups, static_cast<std::int64_t>(bytes) / word * word);
  if (meter.reads_in_place()) return {};
  const double messages = least_seconds(sites, [&] {
    return seconds_of_call([&] { meter.run(cost::ExchangeKind::point_to_point); });
  });
  transport::TransitPtr transit;
  engine::MovingMessages moving(
      [&] {
        if (transit) transit->arrived();
      },
      sites.moves_on_other_threads());
  const auto compute = [&](int count) {
    for (int k = 0; k < count; ++k) kernel();
  };
  const auto compute_beside = [&](int count) {
    if (moving.move_beside([&] { compute(count); })) return;
    for (int k = 0; k < count; ++k) {
      kernel();
      moving.move();
    }
  };
  double passed = 0;
  int runs = 0;
  for (; passed < seconds_of_many_turns; ++runs) passed += seconds_of_call(kernel);
  // Divided before sites agree: each has done as many as fitted into its time.
  const double one =
      seconds_of_round(sites, [&] { return seconds_of_call([&] { compute(runs); }) / runs; });
  // Somewhat longer than the messages, so that all of these have kernels beside them.
  const int count = static_cast<int>(std::ceil(1.5 * messages / one));
  Rounds lost;
  for (double& seconds : lost) {
    const double alone =
        seconds_of_round(sites, [&] { return seconds_of_call([&] { compute(count); }); });
    const double beside = seconds_of_round(sites, [&] {
      return seconds_of_call([&] {
        transit = meter.begin();
        compute_beside(count);
        if (transit) transit->wait();
      });
    });
    seconds = beside - alone;
  }
  std::sort(lost.begin(), lost.end());
  return {std::clamp(lost[calibration_rounds / 2] / messages, 0.0, 1.0)};
}

}  // namespace relatile::detail
