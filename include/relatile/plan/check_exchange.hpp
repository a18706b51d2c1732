// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/exchange.hpp"

namespace relatile::plan {

/// The parts of `boxes` outside all of `others`, as boxes that hold something.
RELATILE_INLINE std::vector<Box> outside(const std::vector<Box>& boxes,
                                         const std::vector<Box>& others);
inline std::vector<Box> outside(const Box& box, const std::vector<Box>& others) {
  return outside(std::vector<Box>{box}, others);
}

namespace detail {

RELATILE_INLINE bool brings_all(const std::vector<Transfer>& arriving, const std::vector<Box>& own,
                                const std::vector<Box>& wanted);

/// Every other site's contribution to every wanted box arrives, once.
RELATILE_INLINE bool brings_contributions(const std::vector<Transfer>& arriving,
                                          const placement::Placement& partial, int site,
                                          const std::vector<Box>& wanted);

/// Every contribution stays or goes to one site that combines it with others.
RELATILE_INLINE bool sends_once(const Exchange& exchange, const placement::Placement& partial,
                                const placement::Placement& sums);

}  // namespace detail

/// What keeps an exchange from turning `from` into `to`, contributions of fewer sites if that is
/// partial; empty if nothing does.
RELATILE_INLINE std::string exchange_fault(const Exchange& exchange,
                                           const placement::Placement& from,
                                           const placement::Placement& to, bool to_partial = false);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/impl/check_exchange.hpp"
#endif
