// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/disabled_names.hpp"

#include <algorithm>

#include "relatile/core/error.hpp"

namespace relatile {

RELATILE_INLINE bool is_disabled(const std::vector<std::string>& disabled, std::string_view name) {
  return std::find(disabled.begin(), disabled.end(), name) != disabled.end();
}

RELATILE_INLINE void require_known(const std::vector<std::string>& disabled,
                                   const std::vector<std::string_view>& known,
                                   std::string_view option, std::string_view kind) {
  for (const std::string& name : disabled) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string there_are;
    for (const std::string_view one : known) {
      there_are += (there_are.empty() ? "" : ", ") + std::string(one);
    }
    throw Error("relatile: " + std::string(option) + ": there is no " + std::string(kind) + " '" +
                name + "'; there are " + there_are);
  }
}

}  // namespace relatile
