// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// What goes wrong on one rank only, planted to see that mpi_main.cpp reports it.
#include <mpi.h>

#include "support/catch.hpp"

namespace {
bool is_last_rank() {
  int rank = 0;
  int num_ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &num_ranks);
  return rank == num_ranks - 1;
}
}  // namespace

TEST_CASE("the last rank fails", "[fails]") { CHECK_FALSE(is_last_rank()); }

TEST_CASE("the last rank waits for ever", "[hangs]") {
  if (is_last_rank()) MPI_Barrier(MPI_COMM_WORLD);
}
