// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <string>

namespace relatile {

/// A number in the fewest digits that are read as the same one: what std::to_string makes 0.000000
/// of, or three hundred digits, is 1e-09 and 1e+300.
inline std::string number_text(double x) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x).ptr};
}

}  // namespace relatile
