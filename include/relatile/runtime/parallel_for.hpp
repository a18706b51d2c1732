// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <omp.h>

#include <cstddef>
#include <exception>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/runtime/team.hpp"

namespace relatile::runtime {

/// How many threads a loop has here; in a team OpenMP would say how many a loop in a loop has.
inline int max_threads() {
  const Team* const team = Team::current();
  return team ? team->size() : omp_get_max_threads();
}

/// From here on loops run on the thread that calls them: for an MPI that knows of no others.
inline void use_one_thread() { omp_set_num_threads(1); }

namespace detail {

/// Tasks that don't throw.
template <class Task>
void run_on_threads(int count, Task& task) {
  if (Team* team = Team::current()) return team->loop(count, task);
  if (count <= max_threads()) {
#pragma omp parallel for schedule(static, 1) num_threads(count)
    for (int i = 0; i < count; ++i) task(i);
  } else {
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < count; ++i) task(i);
  }
}

}  // namespace detail

/// Runs task(0) .. task(count - 1) on OpenMP's threads, those of the team if one is awake. An
/// exception never leaves the parallel region: the one of the lowest task is rethrown after all
/// have ended. Loops within tasks run on the task's thread.
///
/// Of no more tasks than threads each thread has the same one every time, and finds in its cache
/// what it left there; of more, whoever is free takes the next.
template <class Task>
void parallel_for(int count, Task&& task) {
  if (count <= 1 || (omp_in_parallel() && !Team::current())) {
    for (int i = 0; i < count; ++i) task(i);
    return;
  }
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(count));
  const auto attempt = [&](int i) {
    try {
      task(i);
    } catch (...) {
      nth(errors, i) = std::current_exception();
    }
  };
  detail::run_on_threads(count, attempt);
  for (const auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace relatile::runtime
