// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/mpi_check.hpp"

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <string>

#include "relatile/core/assert.hpp"
#include "relatile/core/error.hpp"

namespace relatile::transport {

RELATILE_INLINE void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw MpiError(std::string("relatile: ") + call + " failed: " + text);
}

RELATILE_INLINE int mpi_count(std::int64_t count) {
  RELATILE_ASSERT(count >= 0 && count <= std::numeric_limits<int>::max());
  return static_cast<int>(count);
}

}  // namespace relatile::transport
