// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace relatile::plan {

/// How a plan is written down.
enum class Format : std::uint8_t {
  text,  ///< for people
  json,
  dot,  ///< for Graphviz
};

}  // namespace relatile::plan
