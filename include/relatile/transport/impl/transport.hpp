// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/block.hpp"
#include "relatile/core/byte_runs.hpp"
#include "relatile/core/home.hpp"
#include "relatile/core/units.hpp"
#include "relatile/transport/neighbours.hpp"
#include "relatile/transport/patience.hpp"

namespace relatile::transport {

RELATILE_INLINE bool data_is_to_be_checked() {
  const char* const text = std::getenv("RELATILE_CHECK");
  return text != nullptr && std::string_view(text) != "" && std::string_view(text) != "0";
}

RELATILE_INLINE std::string named_machine() {
  const char* const text = std::getenv("RELATILE_MACHINE");
  return text != nullptr ? text : "";
}

}  // namespace relatile::transport
