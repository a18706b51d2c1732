// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/blocks/block_result.hpp"

#include <stdexcept>

namespace relatile::kernel {

RELATILE_INLINE void require_extents(const std::string& words, const Extents& returned,
                                     const Extents& expected, bool flat) {
  if (returned == expected) return;
  if (flat && returned == Extents{volume(expected)}) return;
  throw std::runtime_error(words + " returned a block of shape " + to_string(returned) + " where " +
                           to_string(expected) + " was inferred or declared");
}

}  // namespace relatile::kernel
