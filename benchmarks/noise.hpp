// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace benchmarks {

/// Numbers from -0.5 to 0.5 that look random, the same for everyone who asks for these indices.
inline double noise(std::int64_t i, std::int64_t j) {
  auto bits = static_cast<std::uint64_t>(i * 1'000'003 + j);
  bits = (bits ^ (bits >> 31)) * 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 29)) * 0xbf58476d1ce4e5b9u;
  return static_cast<double>(bits >> 11) / 9007199254740992.0 - 0.5;
}

}  // namespace benchmarks
