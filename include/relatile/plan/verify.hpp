// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::plan {

/// Asserts what every plan must satisfy, whoever made it: values are made before they are read,
/// operands are where kernels need them, exchanges send only what their sender has, slices are
/// written in order and read when all are there, and no result is left partial.
RELATILE_INLINE void verify(const Plan& plan);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/impl/verify.hpp"
#endif
