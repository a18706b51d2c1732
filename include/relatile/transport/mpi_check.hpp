// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <string>

#include "relatile/core/assert.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/error.hpp"

namespace relatile::transport {

/// MPI reported an error: the job can't go on in a defined state.
class MpiError : public Error {
 public:
  using Error::Error;
};

/// Throws MpiError with MPI's own text if a call did not succeed.
RELATILE_INLINE void check(int code, const char* call);

/// The one place where a 64-bit count becomes an int for MPI: never silently truncated.
RELATILE_INLINE int mpi_count(std::int64_t count);

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/mpi_check.hpp"
#endif
