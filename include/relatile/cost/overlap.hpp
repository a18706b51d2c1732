// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::cost {

/// The steps of a plan on two lanes: kernels one after the other on one, on the other what travels
/// meanwhile. Every step takes as long as on the slowest site.
struct Lanes {
  std::vector<double> seconds;  ///< per step
  std::vector<char> travels;    ///< per step, whether kernels can run meanwhile
};

/// The time of an exchange's messages; what is read in place takes none.
RELATILE_INLINE double seconds_of_messages(const Machine& machine, const plan::Plan& plan,
                                           const plan::Step& step);

RELATILE_INLINE Lanes lanes_of(const Machine& machine, const plan::Plan& plan);

/// The time of a plan whose exchanges travel while kernels run, as far as the order of its steps
/// lets them (schedule/begins.hpp). They share the network: one waits for another.
RELATILE_INLINE double overlapped_seconds(const plan::Plan& plan, const Lanes& lanes);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/overlap.hpp"
#endif
