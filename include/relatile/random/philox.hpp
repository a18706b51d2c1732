// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Random123/philox.h>

#include <array>
#include <cstdint>

namespace relatile::random {

/// 128 random bits, as four words.
using Bits = std::array<std::uint32_t, 4>;

/// Block number `index` of stream `stream` under `seed`: Philox4x32-10 of Random123, with the seed
/// as its key and index and stream as its counter. A pure function: there is no state to share, to
/// advance or to send.
///
///   source  Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (SC 2011)
inline Bits philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  using Generator = r123::Philox4x32;  // ten rounds
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const Generator::ctr_type counter{{low(index), high(index), low(stream), high(stream)}};
  const Generator::key_type key{{low(seed), high(seed)}};
  const Generator::ctr_type words = Generator()(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

}  // namespace relatile::random
