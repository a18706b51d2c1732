// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// The transports of the living contexts, the innermost last.
inline std::vector<Transport*>& transport_stack() {
  static std::vector<Transport*> transports;
  return transports;
}

/// The transport of the innermost living context, for what reads and writes files.
inline Transport& current() {
  if (transport_stack().empty()) {
    throw Error("relatile: there is no context; create a relatile::Context first and keep it");
  }
  return *transport_stack().back();
}

}  // namespace relatile::transport
