// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <thread>

#include "relatile/transport/mpi_check.hpp"

namespace relatile::transport {

/// MPI for the time of a context: initialised with MPI_THREAD_FUNNELED and finalised if nobody did
/// so before; otherwise left as it is. A process of one thread needs no thread support.
class MpiEnvironment {
 public:
  MpiEnvironment(int* argc, char*** argv, int num_threads)
      : exceptions_(std::uncaught_exceptions()) {
    int initialized = 0;
    int provided = 0;
    MPI_Initialized(&initialized);
    if (initialized) {
      MPI_Query_thread(&provided);
    } else {
      check(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
      owner_ = true;
    }
    if (num_threads == 1 || provided >= MPI_THREAD_FUNNELED) return;
    throw MpiError(initialized
                       ? "relatile: MPI was initialised without thread support; call "
                         "MPI_Init_thread with at least MPI_THREAD_FUNNELED, or set "
                         "OMP_NUM_THREADS=1"
                       : "relatile: this MPI library does not offer MPI_THREAD_FUNNELED; set "
                         "OMP_NUM_THREADS=1");
  }
  MpiEnvironment(const MpiEnvironment&) = delete;
  MpiEnvironment& operator=(const MpiEnvironment&) = delete;
  ~MpiEnvironment() {
    if (!owner_) return;
    if (std::uncaught_exceptions() > exceptions_) leave_together_or_abort();
    MPI_Finalize();
  }

 private:
  /// An exception ends the context. If the other ranks do not end theirs within seconds, they wait
  /// for this one somewhere: the job is ended instead of hanging in MPI_Finalize for ever.
  static void leave_together_or_abort() {
    using namespace std::chrono_literals;
    MPI_Request request;
    int done = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    for (int i = 0; i < 200 && !done; ++i) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (!done) std::this_thread::sleep_for(10ms);
    }
    if (done) return;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::fprintf(stderr,
                 "relatile: rank %d left its context by an exception, other ranks did not: "
                 "ending the job\n",
                 rank);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }

  int exceptions_;
  bool owner_ = false;
};

}  // namespace relatile::transport
