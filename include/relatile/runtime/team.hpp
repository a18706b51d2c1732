// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <omp.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>
#include <type_traits>

#include "relatile/runtime/leave_core.hpp"

namespace relatile::runtime {

/// OpenMP's threads while they stay awake for loops that follow each other closely. To wake threads
/// for every loop takes some 50 microseconds where OpenMP's are told not to spin
/// (OMP_WAIT_POLICY=passive) or are more than the cores. A team's wait about as long, and let
/// others run meanwhile; then they sleep.
class Team {
 public:
  /// Runs `work` on this thread; the loops in it are run by all of OpenMP's, which stay until it
  /// ends. In a parallel region, or of one thread alone, it just runs. To OpenMP all of it is one
  /// region: what else would start threads there runs on one, and `omp for` must not be met.
  template <class Work>
  static void run(Work&& work) {
    const int threads = omp_get_max_threads();
    if (threads <= 1 || omp_in_parallel()) return work();
    Team team;
    const int core = current_core();
    std::exception_ptr error;
#pragma omp parallel num_threads(threads)
    {
      if (omp_get_thread_num() == 0) {
        team.set_size(omp_get_num_threads());
        error = team.lead(work);
      } else {
        leave_core(core);
        team.serve(omp_get_thread_num());
      }
    }
    if (error) std::rethrow_exception(error);
  }

  /// The team whose `work` this thread runs, outside of its loops; nullptr if there is none.
  static Team* current() { return leads(); }

  /// OpenMP may have given fewer threads than it was asked for.
  int size() const { return size_; }

  /// Calls task(0) .. task(count - 1), which must not throw: each thread the one of its number, or,
  /// of more tasks than threads, the next one that nobody has begun.
  template <class Task>
  void loop(int count, Task& task) {
    call_ = [](void* of, int i) noexcept { (*static_cast<Task*>(of))(i); };
    task_ = const_cast<std::remove_const_t<Task>*>(&task);
    count_ = count;
    next_.store(0, std::memory_order_relaxed);
    busy_.store(size_ - 1, std::memory_order_relaxed);
    leads() = nullptr;  // loops in a task are the task's own
    begin_round();
    take_part(0);
    await(busy_, [](int busy) { return busy == 0; });
    leads() = this;
  }

 private:
  static constexpr int spins = 64;  ///< a microsecond or two
  static constexpr std::chrono::microseconds patience{100};

  Team() = default;

  static Team*& leads() {
    thread_local Team* team = nullptr;
    return team;
  }
  static void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  template <class Ready>
  int await(const std::atomic<int>& value, Ready&& ready) const {
    for (int i = 0; i < spins; ++i, pause()) {
      const int now = value.load(std::memory_order_acquire);
      if (ready(now)) return now;
    }
    // Whoever is waited for may need this core.
    const auto end = std::chrono::steady_clock::now() + patience;
    while (std::chrono::steady_clock::now() < end) {
      const int now = value.load(std::memory_order_acquire);
      if (ready(now)) return now;
      std::this_thread::yield();
    }
    for (;;) {
      const int now = value.load(std::memory_order_acquire);
      if (ready(now)) return now;
      value.wait(now, std::memory_order_acquire);
      leave_core(waker_core_.load(std::memory_order_relaxed));
    }
  }

  void set_size(int size) { size_ = size; }
  template <class Work>
  std::exception_ptr lead(Work& work) {
    std::exception_ptr error;
    leads() = this;
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
    leads() = nullptr;
    ended_ = true;
    begin_round();
    return error;
  }
  void serve(int me) {
    for (int seen = 0;;) {
      seen = await(round_, [&](int round) { return round != seen; });
      if (ended_) return;
      take_part(me);
      if (busy_.fetch_sub(1, std::memory_order_acq_rel) > 1) continue;
      waker_core_.store(current_core(), std::memory_order_relaxed);
      busy_.notify_one();
    }
  }
  void begin_round() {
    waker_core_.store(current_core(), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }
  void take_part(int me) {
    if (count_ <= size_) {
      if (me < count_) call_(task_, me);
      return;
    }
    for (;;) {
      const int i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= count_) return;
      call_(task_, i);
    }
  }

  int size_ = 1;
  // Written by the leader before a round begins, read by the others after.
  void (*call_)(void*, int) noexcept = nullptr;
  void* task_ = nullptr;
  int count_ = 0;
  bool ended_ = false;
  std::atomic<int> round_{0};
  std::atomic<int> next_{0};
  std::atomic<int> busy_{0};
  std::atomic<int> waker_core_{-1};  ///< of who woke others last
};

}  // namespace relatile::runtime
