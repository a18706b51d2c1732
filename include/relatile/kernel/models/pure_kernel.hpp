// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include "relatile/core/kernel_identity.hpp"

namespace relatile::kernel {

/// The identity of a kernel that its name says everything of.
inline KernelIdentity pure_kernel(std::string_view name) {
  KernelIdentity identity;
  identity.type = relatile::detail::hash_of_name(name);
  identity.pure = true;
  return identity;
}

}  // namespace relatile::kernel
