// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/current.hpp"

#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

RELATILE_INLINE std::vector<Transport*>& transport_stack() {
  static std::vector<Transport*> transports;
  return transports;
}

RELATILE_INLINE Transport& current() {
  if (transport_stack().empty()) {
    throw Error("relatile: there is no context; create a relatile::Context first and keep it");
  }
  return *transport_stack().back();
}

}  // namespace relatile::transport
