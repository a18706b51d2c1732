// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <string>

namespace benchmarks {

/// What a run takes besides time, counted as Relatile counts its own.
struct Cost {
  std::int64_t sent = 0;         ///< bytes, by all ranks
  std::int64_t most_loaded = 0;  ///< the most that one rank sends or receives
  std::int64_t peak = 0;         ///< memory besides the operands on the rank that needs most, or 0
};

/// Runs it once and counts. `held` are the bytes of the result and the buffers that this rank has
/// for it already. Collective.
Cost cost_of(const std::function<void()>& run, std::int64_t held);

/// The counters of a peer's costs.
void report_cost(benchmark::State& state, const std::string& name, const Cost& cost);

}  // namespace benchmarks
