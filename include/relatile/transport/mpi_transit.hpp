// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <list>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/byte_runs.hpp"
#include "relatile/transport/mpi_check.hpp"
#include "relatile/transport/mpi_job.hpp"
#include "relatile/transport/mpi_type.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// Requests that are under way, and the numbers and types that MPI reads until they are done.
class MpiTransit : public Transit {
 public:
  /// Some of the bytes at one end of a message, in MPI's words.
  struct Part {
    std::int64_t offset = 0;
    int count = 0;
    MPI_Datatype type = MPI_BYTE;
  };

  explicit MpiTransit(const MpiJob& job) : job_(job) {}
  /// What is still under way here was left by an exception: MPI would go on to read and write what
  /// is about to go.
  ~MpiTransit() override {
    for (const MPI_Request request : requests_) {
      if (request != MPI_REQUEST_NULL) job_.end("can't go on with messages that are under way");
    }
  }

  /// Where MPI writes the request of a message from or to `peer`, before the next one is asked for.
  MPI_Request& request_for(int peer) {
    peers_.push_back(peer);
    return requests_.emplace_back(MPI_REQUEST_NULL);
  }
  /// The same for a collective.
  MPI_Request& request_for_all() { return request_for(-1); }

  Part part(const ByteRuns& runs, std::int64_t first, std::int64_t last) {
    RELATILE_ASSERT(runs.is_one() || last <= runs.bytes());
    if (!runs.is_one()) return typed(runs, first, last);
    return {first, mpi_count(last - first), MPI_BYTE};
  }
  /// One of a type of its own.
  Part typed(const ByteRuns& runs, std::int64_t first, std::int64_t last) {
    types_.emplace_back(runs.is_one() ? ByteRuns::one(last) : runs, first, last);
    return {0, 1, types_.back().get()};
  }
  const int* keep(std::vector<int> numbers) {
    return numbers_.emplace_back(std::move(numbers)).data();
  }

  bool arrived() override {
    int done = 0;
    job_.require(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done,
                             MPI_STATUSES_IGNORE),
                 "MPI_Testall");
    return done != 0;
  }
  void wait() override { job_.wait(requests_, peers_); }

 private:
  const MpiJob& job_;
  std::vector<MPI_Request> requests_;
  std::vector<int> peers_;  ///< of each request; -1: of a collective
  std::list<std::vector<int>> numbers_;
  std::vector<MpiType> types_;
};

}  // namespace relatile::transport
