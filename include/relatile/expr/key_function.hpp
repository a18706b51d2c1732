// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/extents.hpp"
#include "relatile/core/fail_when_asked.hpp"
#include "relatile/core/untold_errors.hpp"

// A filter's predicate and a rekey's key function are the user's: what they throw names the key.

namespace relatile::detail {

/// What `function()` gives, the user's function of `step` called for `key`.
template <class Function>
auto call_for_key(const std::string& step, const Key& key, Function&& function) {
  return asked_by_each_site([&] {
    try {
      return function();
    } catch (...) {
      fail_when_asked(step, "called for key " + to_string(key));
    }
  });
}

}  // namespace relatile::detail
