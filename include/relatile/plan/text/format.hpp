// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace relatile::plan {

/// How a plan is written down.
enum class Format : std::uint8_t {
  table,  ///< for people: what a terminal shows at a glance
  text,   ///< all of it, a line a step
  json,
  dot,           ///< for Graphviz
  passes,        ///< how it came about: rules, the search, passes
  site_program,  ///< what the sites of this process do of it
  memory_curve,  ///< what it would cost to take less memory
};

}  // namespace relatile::plan
