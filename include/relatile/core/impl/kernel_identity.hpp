// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/kernel_identity.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "relatile/core/dead_stack.hpp"

namespace relatile::detail {

RELATILE_INLINE bool is_mapped_address(std::uint64_t word) {
  if (!may_be_address(word)) return false;
  static const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  unsigned char resident = 0;
  auto* const start = reinterpret_cast<void*>(word / page * page);
  return mincore(start, 1, &resident) == 0 || errno != ENOMEM;
}

RELATILE_INLINE void hide_addresses(std::string& bytes, std::vector<std::uintptr_t>& variables) {
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size();
       at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if (!is_mapped_address(word)) continue;
    std::memcpy(bytes.data() + at, &address_mark, sizeof word);
    const StackBounds& stack = stack_bounds();
    if (stack.low <= word && word < stack.high) variables.push_back(word);
  }
}

}  // namespace relatile::detail
