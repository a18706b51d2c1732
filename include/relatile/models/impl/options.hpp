// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/options.hpp"

#include <cmath>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/core/text/number_text.hpp"

namespace relatile::models::detail {

RELATILE_INLINE void require_option(const char* model, const char* option, double value, bool right,
                                    const char* rule) {
  if (right) return;
  throw Error(std::string("relatile: ") + model + ": " + option + " is " + number_text(value) +
              "; it must be " + rule);
}
RELATILE_INLINE void require_amount(const char* model, const char* option, double value) {
  require_option(model, option, value, value >= 0 && std::isfinite(value),
                 "0 at least, and finite");
}
RELATILE_INLINE void require_positive(const char* model, const char* option, double value) {
  require_option(model, option, value, value > 0, "above 0");
}
RELATILE_INLINE void require_count(const char* model, const char* option, std::int64_t value,
                                   std::int64_t least) {
  const std::string rule = std::to_string(least) + " at least";
  require_option(model, option, double(value), value >= least, rule.c_str());
}

}  // namespace relatile::models::detail
