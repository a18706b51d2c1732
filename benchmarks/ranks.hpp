// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <benchmark/benchmark.h>
#include <mpi.h>

#include <string>
#include <string_view>
#include <vector>

#include "rounds.hpp"

// Benchmarks that run on several ranks: every rank runs the same iterations, rank 0 reports.

namespace benchmarks {

inline int num_ranks() {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

inline int this_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

inline double largest_of(double mine) {
  double largest = 0;
  MPI_Allreduce(&mine, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return largest;
}

/// The seconds of the slowest rank; all begin together.
template <class Work>
double slowest_seconds_of(Work&& work) {
  MPI_Barrier(MPI_COMM_WORLD);
  return largest_of(seconds_of(work));
}

class NoReporter : public benchmark::BenchmarkReporter {
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>&) override {}
};

/// Google Benchmark with rank 0's arguments, or without those that name a file to write.
inline void run_benchmarks(bool reports, std::vector<char*> arguments) {
  if (!reports) {
    std::erase_if(arguments, [](const char* text) {
      return std::string_view(text).starts_with("--benchmark_out");
    });
  }
  auto count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  benchmark::AddCustomContext("ranks", std::to_string(num_ranks()));
  NoReporter no_reporter;
  if (reports) {
    benchmark::RunSpecifiedBenchmarks();
  } else {
    benchmark::RunSpecifiedBenchmarks(&no_reporter);
  }
  benchmark::Shutdown();
}

}  // namespace benchmarks
