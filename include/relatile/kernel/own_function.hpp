// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/kernel/compiled_function.hpp"

namespace relatile::kernel {

/// A function object of the user's, with what only such a function has. Expressions and stages that
/// call it keep it alive.
struct OwnFunction {
  CompiledFunction function;
  ConstantValue address;  ///< of the object: loops that call it take that as a constant
  KernelIdentity identity;
  decltype(Stage::run) run;
  decltype(Stage::plain) plain;
  decltype(Stage::partials) partials;
};

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/impl/own_function.hpp"
#endif
