// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/pmpi_count.hpp"

extern "C" {

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  relatile::test::count_message(count, type, to, tag, comm);
  return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  relatile::test::count_broadcast(count, type, root, comm);
  return PMPI_Ibcast(buffer, count, type, root, comm, request);
}

int MPI_Iallgatherv(const void* send, int send_count, MPI_Datatype send_type, void* receive,
                    const int counts[], const int offsets[], MPI_Datatype type, MPI_Comm comm,
                    MPI_Request* request) {
  using namespace relatile::test;
  count_collective(bytes_of(send_count, send_type) * others(comm), of_others(counts, type, comm));
  return PMPI_Iallgatherv(send, send_count, send_type, receive, counts, offsets, type, comm,
                          request);
}

int MPI_Ialltoallv(const void* send, const int send_counts[], const int send_offsets[],
                   MPI_Datatype send_type, void* receive, const int receive_counts[],
                   const int receive_offsets[], MPI_Datatype receive_type, MPI_Comm comm,
                   MPI_Request* request) {
  using namespace relatile::test;
  count_collective(of_others(send_counts, send_type, comm),
                   of_others(receive_counts, receive_type, comm));
  return PMPI_Ialltoallv(send, send_counts, send_offsets, send_type, receive, receive_counts,
                         receive_offsets, receive_type, comm, request);
}

}  // extern "C"
