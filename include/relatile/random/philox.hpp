// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>

#include "relatile/core/definitions.hpp"

namespace relatile::random {

/// 128 random bits, as four words.
using Bits = std::array<std::uint32_t, 4>;

/// Block number `index` of stream `stream` under `seed`: Philox4x32-10 of Random123, with the seed
/// as its key and index and stream as its counter. A pure function: there is no state to share, to
/// advance or to send.
///
///   source  Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (SC 2011)
Bits philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

}  // namespace relatile::random

#if defined(RELATILE_DEFINITIONS)
#include "relatile/random/impl/philox.hpp"
#endif
