// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::schedule {

/// True if the receiver reads what is transferred where the sender has it, since both are on one
/// host: no message, nothing is packed.
RELATILE_INLINE bool is_in_place(const plan::Plan& plan, const plan::Step& step,
                                 const plan::Transfer& transfer);

namespace detail {

/// True if nothing but kernels read a value, and it does not outlive the plan.
RELATILE_INLINE bool only_kernels_read(const plan::Plan& plan, int value);

}  // namespace detail

/// True if sites need no copy of what an exchange brings from one neighbour alone.
RELATILE_INLINE bool may_borrow(const plan::Plan& plan, const plan::Step& step);

/// The transfer in place by which a site has all that an exchange gives it, if there is one.
RELATILE_INLINE std::optional<plan::Transfer> all_in_place(const plan::Plan& plan,
                                                           const plan::Step& step, int site);

/// The transfer by which a site has all that an exchange gives it, if it does not even copy that:
/// its kernels read the sender's memory.
RELATILE_INLINE std::optional<plan::Transfer> borrowed(const plan::Plan& plan,
                                                       const plan::Step& step, int site);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/in_place.hpp"
#endif
