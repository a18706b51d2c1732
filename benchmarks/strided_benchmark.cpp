// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Two ranks swap a region of rows that do not follow each other in memory: packed in one pass, as
// Relatile sends what is not one run, and by MPI's datatypes.
//
//   tests/support/mpirun.sh 2 300 build-release/benchmarks/strided_benchmark
//
// Counters are GB/s in one direction.

#include <benchmark/benchmark.h>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <relatile/context.hpp>
#include <relatile/kernel/strided_copy.hpp>
#include <vector>

#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::slowest_seconds_of;
using Bytes = std::vector<std::byte>;

/// Rows of a matrix that is twice as wide.
struct Region {
  std::int64_t rows;
  std::int64_t row_bytes;

  std::int64_t bytes() const { return rows * row_bytes; }
  Bytes matrix(int value) const {
    return Bytes(static_cast<std::size_t>(2 * bytes()), std::byte(value));
  }
};

void swap(const void* out, void* in, int count, MPI_Datatype type) {
  const int other = 1 - benchmarks::this_rank();
  MPI_Sendrecv(out, count, type, other, 0, in, count, type, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

void swap_rows(benchmark::State& state) {
  const std::int64_t row_bytes = state.range(0);
  const Region region{(std::int64_t(1) << 24) / row_bytes, row_bytes};
  const Bytes mine = region.matrix(benchmarks::this_rank());
  Bytes packed_result = region.matrix(2);
  Bytes typed_result = region.matrix(2);
  Bytes packed(static_cast<std::size_t>(region.bytes()));
  Bytes arrived(packed.size());
  const rt::Extents extents{region.rows, row_bytes / 8};
  const rt::Extents dense{row_bytes / 8, 1};
  const rt::Extents wide{row_bytes / 4, 1};
  MPI_Datatype rows = MPI_DATATYPE_NULL;
  MPI_Type_vector(static_cast<int>(region.rows), static_cast<int>(row_bytes),
                  static_cast<int>(2 * row_bytes), MPI_BYTE, &rows);
  MPI_Type_commit(&rows);
  const auto by_packing = [&] {
    return slowest_seconds_of([&] {
      rt::kernel::copy_strided(packed.data(), dense, mine.data(), wide, extents, 8);
      swap(packed.data(), arrived.data(), static_cast<int>(packed.size()), MPI_BYTE);
      rt::kernel::copy_strided(packed_result.data(), wide, arrived.data(), dense, extents, 8);
    });
  };
  const auto by_datatypes = [&] {
    return slowest_seconds_of([&] { swap(mine.data(), typed_result.data(), 1, rows); });
  };
  const benchmarks::Rounds rounds(state, {{"relatile", by_packing}, {"datatypes", by_datatypes}});
  MPI_Type_free(&rows);
  if (packed_result != typed_result) state.SkipWithError("the two ways disagree");
  rounds.report_rates(state, 1e-9 * static_cast<double>(region.bytes()));
}

}  // namespace

int main(int argc, char** argv) {
  const rt::Context context(argc, argv);
  if (context.size() != 2) return 1;
  auto* rows = benchmark::RegisterBenchmark("swap_rows", swap_rows);
  rows->ArgName("row_bytes")->Arg(64)->Arg(512)->Arg(4096)->Arg(65536);
  benchmarks::measure_rounds(rows, 11);
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
