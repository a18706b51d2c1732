// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "relatile/core/error.hpp"

namespace relatile::fuzz {

/// Ends the run where a property does not hold; libFuzzer then keeps the bytes that broke it.
inline void require(bool holds, const char* property) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: this does not hold: %s\n", property);
  std::abort();
}

/// True if `read` gives a value; false if it refuses with one of the library's errors. Anything
/// else that it throws ends the run.
template <class Read>
bool accepted(Read&& read) {
  try {
    read();
    return true;
  } catch (const Error& error) {
    require(!std::string_view(error.what()).empty(), "an error says what is wrong");
    return false;
  }
}

/// Takes a byte off the front, to choose by; 0 if there is none.
inline unsigned take_byte(std::string_view& bytes) {
  if (bytes.empty()) return 0;
  const auto byte = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  return byte;
}

}  // namespace relatile::fuzz
