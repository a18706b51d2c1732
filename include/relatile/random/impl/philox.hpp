// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Random123/philox.h>

#include "relatile/random/philox.hpp"

namespace relatile::random {

RELATILE_INLINE Bits philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  using Generator = r123::Philox4x32;  // ten rounds
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const Generator::ctr_type counter{{low(index), high(index), low(stream), high(stream)}};
  const Generator::key_type key{{low(seed), high(seed)}};
  const Generator::ctr_type words = Generator()(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

}  // namespace relatile::random
