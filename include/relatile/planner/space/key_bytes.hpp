// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace relatile::planner::detail {

/// Appends a number to a key, as its bytes.
inline void append_number(std::string& key, std::int64_t number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  key.append(bytes, sizeof number);
}

}  // namespace relatile::planner::detail
