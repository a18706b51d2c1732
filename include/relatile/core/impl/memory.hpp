// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/memory.hpp"

namespace relatile {

RELATILE_INLINE MemoryMeter& memory_meter() {
  static MemoryMeter meter;
  return meter;
}

}  // namespace relatile
