// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace relatile {

/// The beginning of `text` in quotes, fit for a one-line error whatever bytes it holds: what is
/// not printable ASCII is shown as `\xNN`, and a long text ends in `...`. Empty is "nothing".
inline std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 40;
  constexpr const char* digits = "0123456789abcdef";
  if (text.empty()) return "nothing";
  std::string shown = "'";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      shown += c;
    } else {
      shown += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    }
  }
  return shown + (text.size() > longest ? "...'" : "'");
}

}  // namespace relatile
