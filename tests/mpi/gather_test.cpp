// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/core/control_messages.hpp>
#include <relatile/transport/mpi_gather.hpp>

#include "support/catch.hpp"
#include "support/pmpi_count.hpp"

namespace gather_test {

namespace rt = relatile;

namespace {

rt::transport::MpiJob world() {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return {MPI_COMM_WORLD, rank, size};
}

std::int64_t number(int rank, std::size_t i, int round) {
  return rank * 1'000'003 + std::int64_t(i) * 17 + round * 101;
}

}  // namespace

TEST_CASE("every rank has everyone's numbers, in the order of ranks, gather after gather") {
  const rt::transport::MpiJob job = world();
  const auto ranks = static_cast<std::size_t>(job.size());
  const auto width = GENERATE(std::size_t(0), std::size_t(1), std::size_t(3), std::size_t(5000));
  std::vector<std::int64_t> mine(width);
  std::vector<std::int64_t> all(width * ranks);
  for (int round = 0; round < 5; ++round) {
    for (std::size_t i = 0; i < width; ++i) mine[i] = number(job.rank(), i, round);
    rt::transport::MpiGather(job, std::as_bytes(std::span(mine)),
                             std::as_writable_bytes(std::span(all)))
        .wait();
    for (std::size_t r = 0; r < ranks; ++r) {
      for (std::size_t i = 0; i < width; ++i) {
        REQUIRE(all[r * width + i] == number(int(r), i, round));
      }
    }
  }
}

TEST_CASE("a gather takes a rank log2 p messages, and the bytes of all others") {
  const rt::transport::MpiJob job = world();
  const std::vector<std::int64_t> mine(7, job.rank());
  std::vector<std::int64_t> all(mine.size() * static_cast<std::size_t>(job.size()));
  rt::test::pmpi_count.reset();
  rt::transport::MpiGather(job, std::as_bytes(std::span(mine)),
                           std::as_writable_bytes(std::span(all)))
      .wait();
  CHECK(rt::test::pmpi_count.control == 7 * 8 * (job.size() - 1));
  CHECK(rt::test::pmpi_count.control_messages == rt::ControlMessage::num_rounds(job.size()));
  CHECK(rt::test::pmpi_count.sent == 0);
}

TEST_CASE("rounds double what a site has") {
  CHECK(rt::ControlMessage::num_rounds(1) == 0);
  CHECK(rt::ControlMessage::num_rounds(2) == 1);
  CHECK(rt::ControlMessage::num_rounds(3) == 2);
  CHECK(rt::ControlMessage::num_rounds(4) == 2);
  CHECK(rt::ControlMessage::num_rounds(5) == 3);
  CHECK(rt::ControlMessage::num_rounds(1024) == 10);
  CHECK(rt::ControlMessage::num_rounds(1025) == 11);
}

}  // namespace gather_test
