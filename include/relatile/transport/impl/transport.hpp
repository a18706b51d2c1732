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

namespace detail {

/// True if a variable of the environment is set to more than nothing or 0.
inline bool is_switched_on(const char* variable) {
  const char* const text = std::getenv(variable);
  return text != nullptr && std::string_view(text) != "" && std::string_view(text) != "0";
}

}  // namespace detail

RELATILE_INLINE bool data_is_to_be_checked() { return detail::is_switched_on("RELATILE_CHECK"); }
RELATILE_INLINE bool is_to_calibrate() { return detail::is_switched_on("RELATILE_CALIBRATE"); }

RELATILE_INLINE std::string named_machine() {
  const char* const text = std::getenv("RELATILE_MACHINE");
  return text != nullptr ? text : "";
}

}  // namespace relatile::transport
