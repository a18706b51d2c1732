// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/runtime/meanwhile.hpp"

#include <omp.h>
#include <signal.h>

#include <algorithm>

namespace relatile::runtime {
namespace detail {

/// Threads that begin while it lives handle no signals but those that say what they did themselves:
/// others are for the threads that were there.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS}) sigdelset(&all, own);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace detail

RELATILE_INLINE Meanwhile::Meanwhile(std::function<void()> turn, std::chrono::microseconds every)
    : turn_(std::move(turn)), every_(every) {
  const detail::SignalsBlocked blocked;
  thread_ = std::thread([this] { serve(); });
}

RELATILE_INLINE Meanwhile::~Meanwhile() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

RELATILE_INLINE void Meanwhile::set_working(bool working) {
  const std::lock_guard lock(mutex_);
  working_ = working;
  if (working) error_ = nullptr;  // of a turn beside work that threw, too
  if (working && asleep_) changed_.notify_one();
}

RELATILE_INLINE std::chrono::microseconds Meanwhile::pause_after(
    std::chrono::steady_clock::duration taken, std::chrono::microseconds every) {
  if (10 * taken < every) return every;
  return std::min(every, std::chrono::duration_cast<std::chrono::microseconds>(taken));
}

RELATILE_INLINE void Meanwhile::serve() {
  omp_set_num_threads(1);  // of this thread alone
  std::unique_lock lock(mutex_);
  std::chrono::microseconds pause = every_;
  const auto comes_to_a_turn = [&] {
    changed_.wait_for(lock, pause, [&] { return ended_; });
    return working_ && !ended_ && !error_;
  };
  while (!ended_) {
    asleep_ = true;
    changed_.wait(lock, [&] { return ended_ || (working_ && !error_); });
    asleep_ = false;
    for (pause = every_; comes_to_a_turn();) {
      const auto begin = std::chrono::steady_clock::now();
      try {
        turn_();
      } catch (...) {
        error_ = std::current_exception();
      }
      pause = pause_after(std::chrono::steady_clock::now() - begin, every_);
    }
  }
}

}  // namespace relatile::runtime
