// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tensorplanner/cost.hpp"

#include <cmath>

#include "relatile/core/nth.hpp"

namespace relatile::papers::tensorplanner {

RELATILE_INLINE std::int64_t size_of(Task task, std::span<const Input> inputs) {
  if (task != Task::pair) return 1;
  std::int64_t total = 0;
  for (const auto& input : inputs) total += input.size;
  return total;
}

RELATILE_INLINE std::int64_t cpu_cost(Task task, std::span<const Input> inputs) {
  if (task == Task::load || task == Task::pair) return 0;
  std::int64_t total = 0;
  for (const auto& input : inputs) total += input.size;
  return total;
}

RELATILE_INLINE std::int64_t comm_cost(std::span<const Input> inputs, int w) {
  std::int64_t total = 0;
  for (const auto& input : inputs) total += input.process == w ? 0 : input.size;
  return total;
}

RELATILE_INLINE Grid grid_of(int processes) {
  int rows = static_cast<int>(std::sqrt(static_cast<double>(processes)));
  while (rows * rows > processes) --rows;
  while ((rows + 1) * (rows + 1) <= processes) ++rows;
  return {rows, processes / rows};
}

RELATILE_INLINE int process_of(const Extents& block, int processes) {
  if (block.empty()) return 0;
  if (block.rank() == 1) return static_cast<int>(block[0] % processes);
  const Grid grid = grid_of(processes);
  return static_cast<int>((block[0] % grid.rows) * grid.columns + block[1] % grid.columns);
}

RELATILE_INLINE int least_loaded(std::span<const Input> producers,
                                 std::span<const double> workload) {
  int best = producers.empty() ? 0 : producers.front().process;
  for (const auto& producer : producers) {
    const auto load = [&](int process) { return nth(workload, process); };
    if (load(producer.process) < load(best)) best = producer.process;
  }
  return best;
}

}  // namespace relatile::papers::tensorplanner
