// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// A matrix of two ranks is laid out anew, from rows to columns and back, so that what travels is
// not one run at one of its ends: by Relatile with everything sent, and by hand, packed in one pass
// or by MPI's datatypes.
//
//   tests/support/mpirun.sh 2 300 build-release/benchmarks/strided_benchmark
//
// Counters are GB/s in one direction.

#include <benchmark/benchmark.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <relatile/context/context.hpp>
#include <relatile/kernel/strided_copy.hpp>
#include <vector>

#include "arrays.hpp"
#include "ranks.hpp"
#include "rounds.hpp"

namespace {

namespace rt = relatile;
using benchmarks::slowest_seconds_of;
using Matrix = rt::Array<double, 2>;

/// A quarter of a matrix, as it lies in a rank's rows or in its columns, in elements.
struct Quarter {
  std::int64_t rows;
  std::int64_t columns;
  bool in_rows;  ///< which are twice as long

  std::int64_t size() const { return rows * columns; }
  rt::Extents extents() const { return {rows, columns}; }
  rt::Extents strides() const { return {in_rows ? 2 * columns : columns, 1}; }
  /// Of the quarter that the rank shares with `other`.
  std::int64_t offset(int other) const { return other * (in_rows ? columns : size()); }
};

/// Both ends of what a rank sends and keeps, by hand.
class ByHand {
 public:
  std::vector<double> result;

  ByHand(const double* source, Quarter from, Quarter to)
      : result(static_cast<std::size_t>(2 * to.size())),
        source_(source),
        from_(from),
        to_(to),
        packed_(static_cast<std::size_t>(to.size())) {
    MPI_Type_vector(static_cast<int>(from.rows), static_cast<int>(8 * from.columns),
                    static_cast<int>(16 * from.columns), MPI_BYTE, &rows_);
    MPI_Type_commit(&rows_);
  }
  ~ByHand() { MPI_Type_free(&rows_); }

  void by_packing() {
    keep_own();
    const double* const leaves = source_ + from_.offset(other());
    double* const arrives = result.data() + to_.offset(other());
    if (from_.in_rows) {
      copy(packed_.data(), packed_strides(), leaves, from_.strides());
      swap(packed_.data(), bytes(), MPI_BYTE, arrives, bytes(), MPI_BYTE);
    } else {
      swap(leaves, bytes(), MPI_BYTE, packed_.data(), bytes(), MPI_BYTE);
      copy(arrives, to_.strides(), packed_.data(), packed_strides());
    }
  }
  void by_datatypes() {
    keep_own();
    const double* const leaves = source_ + from_.offset(other());
    double* const arrives = result.data() + to_.offset(other());
    if (from_.in_rows) {
      swap(leaves, 1, rows_, arrives, bytes(), MPI_BYTE);
    } else {
      swap(leaves, bytes(), MPI_BYTE, arrives, 1, rows_);
    }
  }

 private:
  static int other() { return 1 - benchmarks::this_rank(); }
  int bytes() const { return static_cast<int>(8 * from_.size()); }
  rt::Extents packed_strides() const { return {from_.columns, 1}; }

  void copy(double* to, const rt::Extents& to_strides, const double* from,
            const rt::Extents& from_strides) const {
    rt::kernel::copy_strided(reinterpret_cast<std::byte*>(to), to_strides,
                             reinterpret_cast<const std::byte*>(from), from_strides,
                             from_.extents(), 8);
  }
  void keep_own() {
    const int me = benchmarks::this_rank();
    copy(result.data() + to_.offset(me), to_.strides(), source_ + from_.offset(me),
         from_.strides());
  }
  static void swap(const double* out, int out_count, MPI_Datatype out_type, double* in,
                   int in_count, MPI_Datatype in_type) {
    MPI_Sendrecv(out, out_count, out_type, other(), 0, in, in_count, in_type, other(), 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }

  const double* source_;
  Quarter from_;
  Quarter to_;
  std::vector<double> packed_;
  MPI_Datatype rows_ = MPI_DATATYPE_NULL;
};

void lay_out_anew(benchmark::State& state, bool to_columns) {
  const std::int64_t columns = state.range(0) / 8;  // a rank's
  const std::int64_t rows = (std::int64_t(1) << 20) / columns;
  const Matrix numbers = rt::from_function({2 * rows, 2 * columns}, [](std::int64_t i, auto j) {
    return static_cast<double>(i * 7 + j);
  });
  const Matrix stored = rt::placed(numbers, rt::split(to_columns ? 0 : 1));
  rt::evaluate(stored);
  ByHand packing(benchmarks::data(stored), {rows, columns, to_columns},
                 {rows, columns, !to_columns});
  ByHand datatypes(benchmarks::data(stored), {rows, columns, to_columns},
                   {rows, columns, !to_columns});
  Matrix moved;
  const auto by_relatile = [&] {
    moved = Matrix();  // its memory is the next one's
    return slowest_seconds_of([&] {
      moved = rt::placed(stored, rt::split(to_columns ? 1 : 0));
      rt::evaluate(moved);
    });
  };
  const auto by_packing = [&] { return slowest_seconds_of([&] { packing.by_packing(); }); };
  const auto by_datatypes = [&] { return slowest_seconds_of([&] { datatypes.by_datatypes(); }); };
  const benchmarks::Rounds rounds(
      state, {{"relatile", by_relatile}, {"packing", by_packing}, {"datatypes", by_datatypes}});
  const auto agrees = [&](const ByHand& way) {
    return std::equal(way.result.begin(), way.result.end(), benchmarks::data(moved));
  };
  if (!agrees(packing) || !agrees(datatypes)) state.SkipWithError("the ways disagree");
  rounds.report_rates(state, 8e-9 * static_cast<double>(rows * columns));
}

}  // namespace

int main(int argc, char** argv) {
  rt::Context context(argc, argv);
  if (context.size() != 2) return 1;
  context.plan_options().hosts = {};
  for (const bool to_columns : {true, false}) {
    auto* ways = benchmark::RegisterBenchmark(
        to_columns ? "to_columns" : "to_rows",
        [to_columns](benchmark::State& state) { lay_out_anew(state, to_columns); });
    ways->ArgName("row_bytes")->Arg(8)->Arg(16)->Arg(64)->Arg(512)->Arg(4096)->Arg(65536);
    benchmarks::measure_rounds(ways, 21);
  }
  benchmarks::run_benchmarks(context.rank() == 0, std::vector<char*>(argv, argv + argc));
}
