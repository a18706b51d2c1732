// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/transport/patience.hpp"

namespace relatile::transport {

/// The ranks of a communicator, as those that one of them may wait for in vain.
///
/// What can't be mended, since others wait for messages that will not come, ends the job: with a
/// message that says what this rank was doing, instead of an exception that leaves the others
/// waiting, and before any memory goes that MPI still writes to.
class MpiJob {
 public:
  MpiJob(MPI_Comm comm, int rank, int size) : comm_(comm), rank_(rank), size_(size) {}

  int rank() const { return rank_; }
  int size() const { return size_; }
  MPI_Comm communicator() const { return comm_; }

  /// Says why, and ends all ranks of the job with status 70.
  [[noreturn]] void end(const std::string& why) const;

  /// Ends the job if a call did not succeed: MPI says nothing of its state after that.
  void require(int code, const char* call) const;

  /// Waits for requests, whose messages come from or go to `peers`. Where RELATILE_TIMEOUT is set,
  /// it does not wait longer than that.
  void wait(std::vector<MPI_Request>& requests, const std::vector<int>& peers) const;

  /// The same for one request of all ranks; allocates nothing.
  void wait(MPI_Request& request) const;

  double timeout() const { return timeout_; }
  Patience patience() const { return Patience(timeout_); }

  /// A wait took too long: says for whom and in what, hears who else waits, and ends the job.
  [[noreturn]] void give_up_on(const std::vector<int>& peers) const;

  /// `rank 3`, `ranks 0 and 3`, `the other ranks`.
  std::string names_of(const std::vector<int>& ranks) const;

 private:
  static constexpr int word_tag = 32765;  ///< of the 32,768 that every MPI has
  static constexpr double seconds_to_hear = 1;

  static std::string seconds_text(double seconds);

  void say(const std::string& what) const {
    std::fprintf(stderr, "relatile: rank %d of %d: %s\n", rank_, size_, what.c_str());
    std::fflush(stderr);
  }

  /// ` in evaluate [main.cpp:12], step 3: ...`
  static std::string during();

  /// The peers of requests that are not done.
  static std::vector<int> still_awaited(std::vector<MPI_Request>& requests,
                                        const std::vector<int>& peers);

  /// Ranks that wait in vain tell each other so; those that don't are what the others wait for.
  std::vector<int> ranks_without_word() const;

  MPI_Comm comm_;
  int rank_;
  int size_;
  double timeout_ = Patience::of_environment();
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/mpi_job.hpp"
#endif
