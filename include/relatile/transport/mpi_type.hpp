// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/core/byte_runs.hpp"
#include "relatile/transport/mpi_check.hpp"

namespace relatile::transport {

/// An MPI datatype of bytes that lie apart, so that MPI gathers and scatters them on the way. It
/// must stay for as long as messages of it are under way.
class MpiType {
 public:
  /// Of the bytes from number `first` to number `last`.
  MpiType(const ByteRuns& runs, std::int64_t first, std::int64_t last) : MpiType() {
    std::vector<MpiType> parts;
    std::vector<MPI_Aint> offsets;
    for_each_regular_part(runs, first, last, [&](std::int64_t offset, const ByteRuns& part) {
      parts.push_back(MpiType(part));
      offsets.push_back(offset);
    });
    if (parts.size() == 1 && offsets[0] == 0) {
      std::swap(type_, parts[0].type_);
    } else {
      std::vector<MPI_Datatype> types;
      for (const auto& part : parts) types.push_back(part.type_);
      const std::vector<int> ones(parts.size(), 1);
      check(MPI_Type_create_struct(static_cast<int>(parts.size()), ones.data(), offsets.data(),
                                   types.data(), &type_),
            "MPI_Type_create_struct");
    }
    check(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  MpiType(MpiType&& other) noexcept { std::swap(type_, other.type_); }
  MpiType& operator=(MpiType&&) = delete;
  ~MpiType() {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }

  MPI_Datatype get() const { return type_; }

 private:
  MpiType() = default;
  /// By a constructor that has ended, so that an error frees what there is.
  explicit MpiType(const ByteRuns& runs) : MpiType() {
    check(MPI_Type_contiguous(mpi_count(runs.length), MPI_BYTE, &type_), "MPI_Type_contiguous");
    for (int d = runs.counts.rank(); d-- > 0;) {
      MPI_Datatype repeated = MPI_DATATYPE_NULL;
      check(
          MPI_Type_create_hvector(mpi_count(runs.counts[d]), 1, runs.strides[d], type_, &repeated),
          "MPI_Type_create_hvector");
      MPI_Type_free(&type_);
      type_ = repeated;
    }
  }

  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace relatile::transport
