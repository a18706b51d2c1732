// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/cost/time.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::cost {

/// What every site has to do with a step.
struct SiteTimes {
  std::vector<SiteSeconds> seconds;       ///< per site
  std::vector<std::vector<int>> senders;  ///< per site, those that an exchange brings it data of
};

/// The steps of a plan on two lanes: kernels one after the other on one, on the other what travels
/// meanwhile.
struct Lanes {
  std::vector<double> seconds;  ///< per step, of the slowest site
  std::vector<char> travels;    ///< per step, whether kernels can run meanwhile
  /// Per step; of more than placement::most_sites_written_out sites nothing, since each of them is
  /// taken for the slowest one then.
  std::vector<std::shared_ptr<const SiteTimes>> sites;
  double seconds_lost_to_messages = 0;  ///< as of the machine
};

RELATILE_INLINE Lanes lanes_of(const Machine& machine, const plan::Plan& plan);

/// The time of a plan whose exchanges travel while kernels run, as far as the order of its steps
/// lets them (schedule/begins.hpp). A site's exchanges share its network, on which it sends and
/// receives at the same time: one waits for another.
/// Each site goes on as soon as it has what it waits for, whatever others do meanwhile; its kernels
/// lose to the messages beside them what the machine says.
///
///   complexity  of the steps and of what they move
RELATILE_INLINE double overlapped_seconds(const plan::Plan& plan, const Lanes& lanes);
inline double overlapped_seconds(const Machine& machine, const plan::Plan& plan) {
  return overlapped_seconds(plan, lanes_of(machine, plan));
}

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/overlap.hpp"
#endif
