// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/blocks/sample_blocks.hpp"

#include <cstddef>
#include <vector>

namespace relatile::kernel::detail {

RELATILE_INLINE std::shared_ptr<void> zeros_for_sample(std::int64_t count, std::int64_t size) {
  const auto bytes =
      std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>((count + 1) * size));
  return {bytes, bytes->data()};
}

}  // namespace relatile::kernel::detail
