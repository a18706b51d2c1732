// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

// Relatile and its peers, measured in turn. On a machine that does other work as well, two figures
// from different minutes say little about each other; two from the same moment do.

namespace benchmarks {

/// One way to do a benchmark's work: `run` does it once and returns the seconds it took.
struct Contender {
  std::string name;
  std::function<double()> run;
};

/// How many rounds to measure: one, if all that is asked is whether everything runs.
inline int rounds_of(int rounds) {
  return std::getenv("RELATILE_BENCHMARKS_QUICK") != nullptr ? 1 : rounds;
}

/// Measures a benchmark in so many rounds, which say themselves what they took. All ranks run the
/// same number: a rank that ran one more would wait for ever.
inline benchmark::internal::Benchmark* measure_rounds(benchmark::internal::Benchmark* benchmark,
                                                      int rounds) {
  return benchmark->Iterations(rounds_of(rounds))->UseManualTime()->Unit(benchmark::kMillisecond);
}

template <class Work>
double seconds_of(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The seconds that every contender took in every round.
class Rounds {
 public:
  /// Runs all contenders once per iteration of the benchmark, after one round that does not count.
  /// The first one is Relatile: its seconds are the benchmark's.
  Rounds(benchmark::State& state, std::vector<Contender> contenders)
      : contenders_(std::move(contenders)), seconds_(contenders_.size()) {
    for (const auto& contender : contenders_) contender.run();
    for ([[maybe_unused]] auto _ : state) {
      run_round();
      state.SetIterationTime(seconds_[0].back());
    }
  }

  double median_seconds(std::size_t contender) const { return median(seconds_[contender]); }

  /// How many times as fast as a peer Relatile is: below 1, it loses. The median of the rounds'
  /// ratios: what slows a whole round down cancels.
  double speed_against(std::size_t peer) const {
    std::vector<double> ratios;
    for (std::size_t r = 0; r < seconds_[0].size(); ++r) {
      ratios.push_back(seconds_[peer][r] / seconds_[0][r]);
    }
    return median(std::move(ratios));
  }

  /// Counters: `work` per second of every contender under its name, and "vs_" and a peer's name for
  /// the speed against it.
  void report_rates(benchmark::State& state, double work) const {
    report(state, [&](std::size_t c) { return work / median_seconds(c); });
  }
  /// The same with milliseconds, or microseconds, in place of rates.
  void report_milliseconds(benchmark::State& state) const {
    state.SetLabel("ms");  // less is better, says this
    report(state, [&](std::size_t c) { return 1e3 * median_seconds(c); });
  }
  void report_microseconds(benchmark::State& state) const {
    state.SetLabel("us");
    report(state, [&](std::size_t c) { return 1e6 * median_seconds(c); });
  }

 private:
  /// Rounds start with different contenders, since each may profit or suffer from the one before.
  void run_round() {
    const std::size_t first = seconds_[0].size();
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
      const std::size_t c = (first + i) % contenders_.size();
      seconds_[c].push_back(contenders_[c].run());
    }
  }
  template <class Figure>
  void report(benchmark::State& state, Figure&& figure) const {
    if (seconds_[0].empty()) return;  // an error ended the benchmark before its first round
    for (std::size_t c = 0; c < contenders_.size(); ++c) {
      state.counters[contenders_[c].name] = figure(c);
      if (c > 0) state.counters["vs_" + contenders_[c].name] = speed_against(c);
    }
  }

  std::vector<Contender> contenders_;
  std::vector<std::vector<double>> seconds_;  ///< per contender, per round
};

}  // namespace benchmarks
