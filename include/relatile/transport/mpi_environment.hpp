// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include "relatile/transport/mpi_check.hpp"

namespace relatile::transport {

/// MPI for the time of a context: initialised with MPI_THREAD_SERIALIZED unless somebody did so
/// before; whoever of several ends last finalises it, if it was one of them who initialised it.
///
///   errors  MpiError once MPI was finalised: it can't be initialised again in this process
class MpiEnvironment {
 public:
  MpiEnvironment(int* argc, char*** argv) {
    int initialized = 0;
    int finalized = 0;
    int provided = 0;
    MPI_Finalized(&finalized);
    if (finalized) {
      throw MpiError(
          "relatile: MPI was finalised, by MPI_Finalize or by the end of the last context, and "
          "can't be used again in this process; keep one Context until the end of main");
    }
    MPI_Initialized(&initialized);
    if (initialized) {
      MPI_Query_thread(&provided);
    } else {
      check(MPI_Init_thread(argc, argv, MPI_THREAD_SERIALIZED, &provided), "MPI_Init_thread");
      finalizes_ = true;
    }
    has_threads_ = provided >= MPI_THREAD_FUNNELED;
    ++living_;
  }
  MpiEnvironment(const MpiEnvironment&) = delete;
  MpiEnvironment& operator=(const MpiEnvironment&) = delete;
  ~MpiEnvironment() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (--living_ == 0 && finalizes_ && !finalized) MPI_Finalize();
  }

  /// Whether this process may have other threads than the one that calls MPI.
  bool has_threads() const { return has_threads_; }

 private:
  static inline int living_ = 0;
  static inline bool finalizes_ = false;  ///< one of ours initialised MPI

  bool has_threads_ = false;
};

}  // namespace relatile::transport
