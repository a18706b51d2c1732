// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"

namespace relatile::kernel {

/// The kernel of an einsum by multiplication and addition: output += a * b, or output = a * b.
/// Compiled once for all number types but bool.
template <class T>
void contract(const LocalCall& call);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/products/impl/contract.hpp"
#endif
