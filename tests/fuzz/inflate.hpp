// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "relatile/io/zip/inflate.hpp"

namespace relatile::fuzz {

/// What is inflated, at most a megabyte of it, of bytes that come so many at a time.
inline std::string inflated(std::string_view bytes, std::size_t at_once) {
  constexpr std::size_t most = 1 << 20;
  std::string text;
  const auto source = [&](std::span<std::byte> target) {
    const std::size_t count = std::min({target.size(), bytes.size(), at_once});
    if (count > 0) std::memcpy(target.data(), bytes.data(), count);
    bytes.remove_prefix(count);
    return count;
  };
  const auto sink = [&](std::span<const std::byte> more) {
    require(!more.empty(), "what is shown is something");
    text.append(reinterpret_cast<const char*>(more.data()), more.size());
    return text.size() < most;
  };
  io::Inflation(source, sink, "x.npz:a").run();
  text.resize(std::min(text.size(), most));  // how far the last piece went beyond depends on pieces
  return text;
}

/// The same text, however it is read.
inline void inflate(std::string_view bytes) {
  std::string whole;
  std::string pieces;
  const bool good = accepted([&] { whole = inflated(bytes, 1 << 20); });
  const bool again = accepted([&] { pieces = inflated(bytes, 3); });
  require(good == again && whole == pieces, "a text does not depend on how it is read");
}

}  // namespace relatile::fuzz
