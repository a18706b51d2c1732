// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

// A second opinion on what is sent: MPI's profiling interface counts the bytes of the data calls,
// whoever makes them and whatever the library itself believes. The calls are in pmpi_count.cpp,
// which programs that count are linked with: those that Relatile moves blocks with.
// benchmarks/cost.cpp has its peers'.

namespace relatile::test {

/// Bytes of this rank through MPI since `reset`, while it is on, in the convention of
/// plan::Traffic: a collective counts what it delivers to other ranks, however it does so.
struct PmpiCount {
  bool on = false;
  std::int64_t sent = 0;
  std::int64_t received = 0;  ///< from collectives
  std::int64_t control = 0;   ///< no part of `sent`: what ranks tell each other to agree
  std::int64_t control_messages = 0;
  std::vector<std::int64_t> messages;  ///< those of `sent` for one rank of MPI_COMM_WORLD each
  /// In order, s for a message that is sent and r for one to receive, and d where some are all
  /// done.
  std::string posted;
  std::int64_t asked_elsewhere = 0;  ///< MPI_Testall by another thread than that of `reset`
  std::thread::id thread = std::this_thread::get_id();
  void reset() {
    *this = PmpiCount();
    on = true;
  }
};
inline PmpiCount pmpi_count;

inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}
inline int others(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size - 1;
}
inline std::int64_t bytes_of(std::int64_t count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return count * size;
}

inline int world_rank(int rank, MPI_Comm comm) {
  MPI_Group here = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &here);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  int found = 0;
  PMPI_Group_translate_ranks(here, 1, &rank, world, &found);
  PMPI_Group_free(&here);
  PMPI_Group_free(&world);
  return found;
}

/// What ranks agree by has a tag of its own (transport/mpi_gather.hpp).
inline constexpr int control_tag = 32764;

inline void count_message(int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  if (!pmpi_count.on || to == MPI_PROC_NULL || to == rank_in(comm)) return;
  const std::int64_t bytes = bytes_of(count, type);
  if (tag == control_tag) {
    pmpi_count.control += bytes;
    ++pmpi_count.control_messages;
    return;
  }
  pmpi_count.posted += 's';
  pmpi_count.sent += bytes;
  pmpi_count.messages.resize(static_cast<std::size_t>(others(MPI_COMM_WORLD)) + 1);
  pmpi_count.messages[static_cast<std::size_t>(world_rank(to, comm))] += bytes;
}
/// Of requests that are asked for again when they are done, nothing is noted twice.
inline void note_done(int count, int done) {
  const std::string& posted = pmpi_count.posted;
  if (done && count > 0 && !posted.empty() && posted.back() != 'd') pmpi_count.posted += 'd';
}
inline void count_collective(std::int64_t sent, std::int64_t received) {
  if (!pmpi_count.on) return;
  pmpi_count.sent += sent;
  pmpi_count.received += received;
}
inline void count_broadcast(int count, MPI_Datatype type, int root, MPI_Comm comm) {
  const std::int64_t bytes = bytes_of(count, type);
  const bool sends = rank_in(comm) == root;
  count_collective(sends ? bytes * others(comm) : 0, sends ? 0 : bytes);
}
/// How much is sent to, or comes from, the other ranks.
inline std::int64_t of_others(const int counts[], MPI_Datatype type, MPI_Comm comm) {
  const std::int64_t all = std::accumulate(counts, counts + others(comm) + 1, std::int64_t{0});
  return bytes_of(all - counts[rank_in(comm)], type);
}

}  // namespace relatile::test
