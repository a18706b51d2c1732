// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace relatile::simulation {

/// Tasks, by their numbers, that have to end before something begins.
using Waits = std::vector<int>;

/// Computing on a site, or a flow of bytes between two sites.
struct Task {
  int step = 0;  ///< of the plan
  int from = 0;
  int to = 0;              ///< == from: computing
  double seconds = 0;      ///< computing
  std::int64_t bytes = 0;  ///< a flow
  Waits after;

  bool computes() const { return from == to; }
};

/// Everything that is to happen; a task only waits for tasks with lower numbers.
struct TaskGraph {
  int num_sites = 1;
  std::vector<Task> tasks;

  int compute(int step, int site, double seconds, Waits after) {
    tasks.push_back({step, site, site, seconds, 0, std::move(after)});
    return static_cast<int>(tasks.size()) - 1;
  }
  int send(int step, int from, int to, std::int64_t bytes, Waits after) {
    tasks.push_back({step, from, to, 0, bytes, std::move(after)});
    return static_cast<int>(tasks.size()) - 1;
  }
};

inline void add(Waits& waits, const Waits& more) {
  waits.insert(waits.end(), more.begin(), more.end());
  std::sort(waits.begin(), waits.end());
  waits.erase(std::unique(waits.begin(), waits.end()), waits.end());
}

inline Waits both(Waits a, const Waits& b) {
  add(a, b);
  return a;
}

}  // namespace relatile::simulation
