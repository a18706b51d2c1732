// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/pmpi_count.hpp"

extern "C" {

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request* request) {
  relatile::test::count_message(count, type, to, tag, comm);
  return PMPI_Isend(buffer, count, type, to, tag, comm, request);
}

int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  using namespace relatile::test;
  if (pmpi_count.on && tag != control_tag) pmpi_count.posted += 'r';
  return PMPI_Irecv(buffer, count, type, from, tag, comm, request);
}

int MPI_Testall(int count, MPI_Request requests[], int* done, MPI_Status statuses[]) {
  using namespace relatile::test;
  const int code = PMPI_Testall(count, requests, done, statuses);
  if (!pmpi_count.on) return code;
  if (std::this_thread::get_id() != pmpi_count.thread) ++pmpi_count.asked_elsewhere;
  note_done(count, *done);
  return code;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  const int code = PMPI_Waitall(count, requests, statuses);
  if (relatile::test::pmpi_count.on) relatile::test::note_done(count, 1);
  return code;
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Request* request) {
  relatile::test::count_broadcast(count, type, root, comm);
  return PMPI_Ibcast(buffer, count, type, root, comm, request);
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
