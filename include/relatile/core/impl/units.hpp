// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/units.hpp"

#include <compare>
#include <cstdint>
#include <string>

namespace relatile {

RELATILE_INLINE std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t first_digit = number < 0 ? 1 : 0;
  for (std::size_t i = digits.size(); i > first_digit + 3;) {
    i -= 3;
    digits.insert(i, 1, ' ');
  }
  return digits;
}

}  // namespace relatile
