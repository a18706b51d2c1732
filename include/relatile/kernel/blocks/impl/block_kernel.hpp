// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/blocks/block_kernel.hpp"

namespace relatile::kernel {

RELATILE_INLINE std::string on_line(const std::string& step, const std::string& line) {
  return line.empty() ? step : step + " [" + line + "]";
}

namespace detail {

RELATILE_INLINE FlopsRule elements_touched() {
  return [](std::span<const Extents> extents) {
    Flops touched;
    for (const auto& extent : extents) touched += Flops{volume(extent)};
    return touched;
  };
}

}  // namespace detail
}  // namespace relatile::kernel
