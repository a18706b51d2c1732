// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/blocks/kernel_call.hpp"

#include <utility>

namespace relatile::kernel::detail {

RELATILE_INLINE decltype(BlockKernel::run) run_of(KernelCall call, std::string words) {
  return [call = std::move(call), words = std::move(words)](std::span<const BlockRef> inputs,
                                                            BlockRef out, bool accumulate) {
    call({inputs, out, accumulate, words});
  };
}

}  // namespace relatile::kernel::detail
