// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <cstdint>

// A second opinion on what is sent: MPI's profiling interface counts the bytes of the data calls,
// whoever makes them and whatever the library itself believes. Include it in one file of a test.

namespace relatile::test {

/// Bytes this rank sent through MPI since `reset`, in the convention of plan::Traffic.
struct PmpiCount {
  std::int64_t sent = 0;
  std::int64_t calls = 0;
  void reset() { *this = {}; }
};
inline PmpiCount pmpi_count;

inline void count_sent(std::int64_t bytes) {
  pmpi_count.sent += bytes;
  ++pmpi_count.calls;
}
inline int others(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size - 1;
}
inline std::int64_t bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return std::int64_t(count) * size;
}

}  // namespace relatile::test

extern "C" {

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  relatile::test::count_sent(relatile::test::bytes_of(count, type));
  return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  if (rank == root) {
    relatile::test::count_sent(relatile::test::bytes_of(count, type) *
                               relatile::test::others(comm));
  }
  return PMPI_Ibcast(buffer, count, type, root, comm, request);
}

int MPI_Iallgatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                    const int counts[], const int offsets[], MPI_Datatype type, MPI_Comm comm,
                    MPI_Request* request) {
  relatile::test::count_sent(relatile::test::bytes_of(send_count, send_type) *
                             relatile::test::others(comm));
  return PMPI_Iallgatherv(send, send_count, send_type, receive, counts, offsets, type, comm,
                          request);
}

int MPI_Ialltoallv(const void* send, const int send_counts[], const int send_offsets[],
                   MPI_Datatype send_type, void* receive, const int receive_counts[],
                   const int receive_offsets[], MPI_Datatype receive_type, MPI_Comm comm,
                   MPI_Request* request) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  for (int to = 0; to <= relatile::test::others(comm); ++to) {
    if (to != rank) {
      relatile::test::count_sent(relatile::test::bytes_of(send_counts[to], send_type));
    }
  }
  return PMPI_Ialltoallv(send, send_counts, send_offsets, send_type, receive, receive_counts,
                         receive_offsets, receive_type, comm, request);
}

}  // extern "C"
