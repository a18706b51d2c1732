// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/mpi_type.hpp"

#include <vector>

#include "relatile/transport/mpi_check.hpp"

namespace relatile::transport {

RELATILE_INLINE MpiType::MpiType(const ByteRuns& runs, std::int64_t first, std::int64_t last)
    : MpiType() {
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

RELATILE_INLINE MpiType::MpiType(const ByteRuns& runs) : MpiType() {
  check(MPI_Type_contiguous(mpi_count(runs.length), MPI_BYTE, &type_), "MPI_Type_contiguous");
  for (int d = runs.counts.rank(); d-- > 0;) {
    MPI_Datatype repeated = MPI_DATATYPE_NULL;
    check(MPI_Type_create_hvector(mpi_count(runs.counts[d]), 1, runs.strides[d], type_, &repeated),
          "MPI_Type_create_hvector");
    MPI_Type_free(&type_);
    type_ = repeated;
  }
}

}  // namespace relatile::transport
