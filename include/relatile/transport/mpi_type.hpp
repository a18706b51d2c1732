// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <utility>

#include "relatile/core/byte_runs.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile::transport {

/// An MPI datatype of bytes that lie apart, so that MPI gathers and scatters them on the way. It
/// must stay for as long as messages of it are under way.
class MpiType {
 public:
  /// Of the bytes from number `first` to number `last`.
  MpiType(const ByteRuns& runs, std::int64_t first, std::int64_t last);
  MpiType(MpiType&& other) noexcept { std::swap(type_, other.type_); }
  MpiType& operator=(MpiType&&) = delete;
  ~MpiType() {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }

  MPI_Datatype get() const { return type_; }

 private:
  MpiType() = default;
  /// By a constructor that has ended, so that an error frees what there is.
  explicit MpiType(const ByteRuns& runs);

  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/mpi_type.hpp"
#endif
