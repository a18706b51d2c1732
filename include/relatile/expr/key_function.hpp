// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/core/untold_errors.hpp"

// A filter's predicate and a rekey's key function are the user's: what they throw names the key.

namespace relatile::detail {

/// Throws the KernelError of a key function, the exception being handled nested inside. All sites
/// call such a function alike, so that site 0 stands for all of them.
[[noreturn]] inline void fail_on_key(const std::string& step, const Key& key,
                                     const std::string& what) {
  const std::string& line = AskedFrom::text();
  const std::string where = line.empty() ? "" : " [" + line + "]";
  std::throw_with_nested(
      KernelError(0, step, step + where + ", called for key " + to_string(key), what));
}

/// What `function()` gives, the user's function of `step` called for `key`.
template <class Function>
auto call_for_key(const std::string& step, const Key& key, Function&& function) {
  return asked_by_each_site([&] {
    try {
      return function();
    } catch (const std::exception& error) {
      fail_on_key(step, key, words_of(error));
    } catch (...) {
      fail_on_key(step, key, "an exception that is no std::exception");
    }
  });
}

}  // namespace relatile::detail
