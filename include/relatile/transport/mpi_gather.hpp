// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "relatile/core/definitions.hpp"
#include "relatile/transport/mpi_job.hpp"

namespace relatile::transport {

/// Every rank's numbers, to all of them: as many of each rank, rank after rank, as bytes.
///
/// In ceil(log2 p) rounds of one message a rank, each of which doubles what a rank has ([bruck97],
/// 3.1). MPI_Iallgather is not asked, since Open MPI 4.1 and SimGrid send one message to every rank
/// by it: p (p - 1) of them for each thing that ranks agree on. The bytes are the same,
/// (p - 1) times those of one rank.
///
/// All gathers of a communicator use one tag, and none begins before this rank's last one is done:
/// the messages of a pair of ranks are received in the order in which they were sent.
class MpiGather {
 public:
  /// Begins. `mine` are whole 64-bit words; `all`, which is p times as large, must live, and not be
  /// read, until `arrived`.
  MpiGather(const MpiJob& job, std::span<const std::byte> mine, std::span<std::byte> all);
  MpiGather(const MpiGather&) = delete;
  MpiGather& operator=(const MpiGather&) = delete;

  /// Whether all numbers are there; goes on with the next round where one is over.
  bool arrived();
  /// Where RELATILE_TIMEOUT is set, it does not wait longer than that.
  void wait();

 private:
  static constexpr int tag = 32764;  ///< of the 32,768 that every MPI has

  void begin_round();
  /// From this rank's numbers first, then those of the rank after it, to the order of ranks.
  void put_in_order();

  const MpiJob& job_;
  std::size_t width_;  ///< bytes of one rank
  std::span<std::byte> all_;
  int have_ = 1;  ///< ranks, from this one on, whose numbers are there
  std::array<MPI_Request, 2> requests_{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/mpi_gather.hpp"
#endif
