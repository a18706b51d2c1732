// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/mpi_gather.hpp"

#include <algorithm>

#include "relatile/core/assert.hpp"
#include "relatile/transport/mpi_check.hpp"
#include "relatile/transport/patience.hpp"

namespace relatile::transport {

RELATILE_INLINE MpiGather::MpiGather(const MpiJob& job, std::span<const std::byte> mine,
                                     std::span<std::byte> all)
    : job_(job), width_(mine.size()), all_(all) {
  RELATILE_ASSERT(width_ % sizeof(std::int64_t) == 0);
  RELATILE_ASSERT(all.size() == mine.size() * static_cast<std::size_t>(job.size()));
  std::copy(mine.begin(), mine.end(), all.begin());
  if (job_.size() > 1) begin_round();
}

RELATILE_INLINE void MpiGather::begin_round() {
  const int size = job_.size();
  const int count = std::min(have_, size - have_);
  const int numbers = mpi_count(static_cast<std::int64_t>(width_ / sizeof(std::int64_t)) * count);
  std::byte* const target = all_.data() + width_ * static_cast<std::size_t>(have_);
  job_.require(MPI_Irecv(target, numbers, MPI_INT64_T, (job_.rank() + have_) % size, tag,
                         job_.communicator(), &requests_[0]),
               "MPI_Irecv");
  job_.require(MPI_Isend(all_.data(), numbers, MPI_INT64_T, (job_.rank() - have_ + size) % size,
                         tag, job_.communicator(), &requests_[1]),
               "MPI_Isend");
}

RELATILE_INLINE bool MpiGather::arrived() {
  while (have_ < job_.size()) {
    int done = 0;
    job_.require(MPI_Testall(2, requests_.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
    if (!done) return false;
    have_ += std::min(have_, job_.size() - have_);
    if (have_ == job_.size()) {
      put_in_order();
    } else {
      begin_round();
    }
  }
  return true;
}

RELATILE_INLINE void MpiGather::put_in_order() {
  const std::size_t behind = width_ * static_cast<std::size_t>(job_.rank());
  std::rotate(all_.begin(), all_.end() - static_cast<std::ptrdiff_t>(behind), all_.end());
}

RELATILE_INLINE void MpiGather::wait() {
  Patience patience = job_.patience();
  while (!arrived()) {
    if (patience.over()) job_.give_up_on({});
  }
}

}  // namespace relatile::transport
