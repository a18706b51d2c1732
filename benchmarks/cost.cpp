// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "cost.hpp"

#include <algorithm>
#include <functional>

#include "heap_watch.hpp"
#include "support/pmpi_count.hpp"

// The calls of peers: those of the programs by hand, and all that ScaLAPACK makes (`nm -D` on its
// library tells) with MPI_Isend.

extern "C" {

using relatile::test::bytes_of;
using relatile::test::count_collective;
using relatile::test::count_message;
using relatile::test::others;

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  count_message(count, type, to, tag, comm);
  return PMPI_Send(buffer, count, type, to, tag, comm);
}

int MPI_Rsend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  count_message(count, type, to, tag, comm);
  return PMPI_Rsend(buffer, count, type, to, tag, comm);
}

int MPI_Sendrecv(const void* send, int send_count, MPI_Datatype send_type, int to, int send_tag,
                 void* receive, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                 MPI_Status* status) {
  count_message(send_count, send_type, to, send_tag, comm);
  return PMPI_Sendrecv(send, send_count, send_type, to, send_tag, receive, count, type, from, tag,
                       comm, status);
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  relatile::test::count_broadcast(count, type, root, comm);
  return PMPI_Bcast(buffer, count, type, root, comm);
}

int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  const std::int64_t bytes = bytes_of(count, type);
  const bool receives = relatile::test::rank_in(comm) == root;
  count_collective(receives ? 0 : bytes, receives ? bytes * others(comm) : 0);
  return PMPI_Reduce(send, receive, count, type, op, root, comm);
}

/// As a reduce-scatter and an all-gather.
int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  const std::int64_t bytes = 2 * bytes_of(count, type) * others(comm) / (others(comm) + 1);
  count_collective(bytes, bytes);
  return PMPI_Allreduce(send, receive, count, type, op, comm);
}

int MPI_Reduce_scatter_block(const void* send, void* receive, int count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm) {
  const std::int64_t bytes = bytes_of(count, type) * others(comm);
  count_collective(bytes, bytes);
  return PMPI_Reduce_scatter_block(send, receive, count, type, op, comm);
}

int MPI_Allgather(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                  int count, MPI_Datatype type, MPI_Comm comm) {
  const std::int64_t bytes = bytes_of(count, type) * others(comm);
  count_collective(bytes, bytes);
  return PMPI_Allgather(send, send_count, send_type, receive, count, type, comm);
}

int MPI_Alltoall(const void* send, int send_count, MPI_Datatype send_type, void* receive, int count,
                 MPI_Datatype type, MPI_Comm comm) {
  const std::int64_t bytes = bytes_of(count, type) * others(comm);
  count_collective(bytes, bytes);
  return PMPI_Alltoall(send, send_count, send_type, receive, count, type, comm);
}

}  // extern "C"

namespace benchmarks {

namespace {

using relatile::test::pmpi_count;

std::int64_t over_ranks(std::int64_t mine, MPI_Op op) {
  std::int64_t all = 0;
  PMPI_Allreduce(&mine, &all, 1, MPI_INT64_T, op, MPI_COMM_WORLD);
  return all;
}

/// What other ranks sent to this one, message by message.
std::int64_t received_messages() {
  const auto ranks = static_cast<std::size_t>(relatile::test::others(MPI_COMM_WORLD)) + 1;
  pmpi_count.messages.resize(ranks);
  std::int64_t mine = 0;
  PMPI_Reduce_scatter_block(pmpi_count.messages.data(), &mine, 1, MPI_INT64_T, MPI_SUM,
                            MPI_COMM_WORLD);
  return mine;
}

}  // namespace

Cost cost_of(const std::function<void()>& run, std::int64_t held) {
  std::int64_t allocated = 0;
  {
    const HeapWatch heap;
    pmpi_count.reset();
    run();
    pmpi_count.on = false;
    allocated = heap.peak();
  }
  const std::int64_t received = pmpi_count.received + received_messages();
  return {over_ranks(pmpi_count.sent, MPI_SUM),
          over_ranks(std::max(pmpi_count.sent, received), MPI_MAX),
          HeapWatch::works() ? over_ranks(held + allocated, MPI_MAX) : 0};
}

void report_cost(benchmark::State& state, const std::string& name, const Cost& cost) {
  state.counters[name + "_bytes_sent"] = static_cast<double>(cost.sent);
  state.counters[name + "_most_loaded_bytes"] = static_cast<double>(cost.most_loaded);
  if (cost.peak > 0) state.counters[name + "_peak_bytes"] = static_cast<double>(cost.peak);
}

}  // namespace benchmarks
