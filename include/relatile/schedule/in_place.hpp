// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::schedule {

/// True if the receiver reads what is transferred where the sender has it, since both are on one
/// host: no message, nothing is packed.
RELATILE_INLINE bool is_in_place(const plan::Plan& plan, const plan::Step& step,
                                 const plan::Transfer& transfer);

/// Per value, whether sites may do without a copy of what they find with one neighbour alone: if
/// nothing but kernels reads it, and it does not outlive the plan. Of a plan without hosts none.
RELATILE_INLINE std::vector<char> lent_values(const plan::Plan& plan);

namespace detail {

/// The same of one value, of a plan with hosts.
RELATILE_INLINE bool only_kernels_read(const plan::Plan& plan, int value);

}  // namespace detail

/// The transfer in place by which a site gets all that an exchange gives it, if there is one.
RELATILE_INLINE std::optional<plan::Transfer> only_neighbour(const plan::Plan& plan,
                                                             const plan::Step& step, int site);

/// The transfer by which a site has all that an exchange gives it, if it does not even copy that:
/// its kernels read the sender's memory.
RELATILE_INLINE std::optional<plan::Transfer> borrowed(const plan::Plan& plan,
                                                       const plan::Step& step, int site);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/in_place.hpp"
#endif
