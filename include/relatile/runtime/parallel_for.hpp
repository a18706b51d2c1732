// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <omp.h>

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace relatile::runtime {

/// Lets others run on this core while there is nothing to do but to wait.
inline void yield() { std::this_thread::yield(); }

inline int max_threads() { return omp_get_max_threads(); }

/// Runs task(0) .. task(count - 1) on OpenMP's threads. An exception never leaves the parallel
/// region: the one of the lowest task is rethrown after all have ended.
///
/// Of no more tasks than threads each thread has the same one every time, and finds in its cache
/// what it left there; of more, whoever is free takes the next.
template <class Task>
void parallel_for(int count, Task&& task) {
  if (count <= 1 || omp_in_parallel()) {
    for (int i = 0; i < count; ++i) task(i);
    return;
  }
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(count));
  const auto attempt = [&](int i) {
    try {
      task(i);
    } catch (...) {
      errors[static_cast<std::size_t>(i)] = std::current_exception();
    }
  };
  if (count <= max_threads()) {
#pragma omp parallel for schedule(static, 1) num_threads(count)
    for (int i = 0; i < count; ++i) attempt(i);
  } else {
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < count; ++i) attempt(i);
  }
  for (const auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace relatile::runtime
