// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdio>
#include <cstdlib>

namespace relatile::detail {

[[noreturn]] inline void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: relatile: internal error: %s does not hold\n", file, line,
               condition);
  std::abort();
}

}  // namespace relatile::detail

/// States what only a bug in Relatile itself can break; users' mistakes are exceptions instead.
#define RELATILE_ASSERT(condition) \
  ((condition) ? void(0) : ::relatile::detail::assertion_failed(#condition, __FILE__, __LINE__))
