// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/number_as.hpp"

#include <string>

#include "relatile/core/error.hpp"

namespace relatile::detail {

RELATILE_INLINE void refuse_number(std::string_view operation, std::uint64_t bits, bool negative,
                                   const ElementType& type) {
  const std::string number =
      negative ? std::to_string(static_cast<std::int64_t>(bits)) : std::to_string(bits);
  throw ShapeMismatch("relatile: " + std::string(operation) + ": " + number +
                      " is no number of type " + type.name() +
                      ", which the arrays beside it are of; convert them first, as by "
                      "astype<std::int64_t>(x)");
}

}  // namespace relatile::detail
