// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/machine.hpp"

namespace relatile::test {

/// Links so slow that exchanges take about as long as kernels: the order of steps matters.
inline cost::Machine slow_network() {
  cost::Machine machine;
  for (auto& links : machine.exchanges) links.within_node = links.between_nodes = {{1e-6}, 1e9};
  return machine;
}

}  // namespace relatile::test
