// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <span>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"

// The cost and the schedules of [planner], section V: tasks on blocks, in numbers of blocks.
namespace relatile::papers::tensorplanner {

enum class Task : std::uint8_t { load, pair, apply, reduce };

/// A task's input: its size in blocks and the process it is on.
struct Input {
  std::int64_t size = 1;
  int process = 0;
};

/// size(k): a Pair is as large as both its inputs, everything else is one block.
RELATILE_INLINE std::int64_t size_of(Task task, std::span<const Input> inputs);

/// cpuCost(i): the blocks that are read; loading and pairing read none.
RELATILE_INLINE std::int64_t cpu_cost(Task task, std::span<const Input> inputs);

/// commCost(i, w): the blocks of the inputs that are not on process w.
RELATILE_INLINE std::int64_t comm_cost(std::span<const Input> inputs, int w);

/// cost(i, w) = cpuCost(i) + alpha commCost(i, w)
inline double cost(Task task, std::span<const Input> inputs, int w, double alpha) {
  return static_cast<double>(cpu_cost(task, inputs)) +
         alpha * static_cast<double>(comm_cost(inputs, w));
}

/// The implicit grid of a group-by-join: D = floor(sqrt(p)) rows of floor(p / D) processes. What is
/// left over of p gets nothing.
struct Grid {
  int rows = 1;
  int columns = 1;
};
RELATILE_INLINE Grid grid_of(int processes);

/// Where the tasks of block (c0, c1) of a result run: Pair, Apply and Reduce together, so that the
/// reduction sends nothing. Blocks that are loaded go there by their own coordinates, which is in
/// the row, or in the column, of every process that needs them. Vectors' blocks go round.
///
///   source  [planner] section V, pattern 1. The paper prints (c1 % D) D + c2 % D, which leaves
///           processes of a D x p/D grid without work; as in the authors' code, all of it is used.
RELATILE_INLINE int process_of(const Extents& block, int processes);

/// Where a Pair and its Apply without a Reduce run, such as one block of A + B, and any other task:
/// with the producer whose process has least to do so far; the first of equals.
///
///   source  [planner] section V, pattern 2 and "any other case"
RELATILE_INLINE int least_loaded(std::span<const Input> producers,
                                 std::span<const double> workload);

}  // namespace relatile::papers::tensorplanner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tensorplanner/impl/cost.hpp"
#endif
