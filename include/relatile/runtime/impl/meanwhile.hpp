// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/runtime/meanwhile.hpp"

#include <omp.h>
#include <signal.h>

namespace relatile::runtime {
namespace detail {

/// Threads that begin while it lives handle no signals: those are for the threads that were there.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
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
  if (working && asleep_) changed_.notify_one();
}

RELATILE_INLINE void Meanwhile::serve() {
  omp_set_num_threads(1);  // of this thread: the others' work on
  std::unique_lock lock(mutex_);
  while (!ended_) {
    asleep_ = true;
    changed_.wait(lock, [&] { return ended_ || (working_ && !error_); });
    asleep_ = false;
    while (changed_.wait_for(lock, every_, [&] { return ended_; }),
           working_ && !ended_ && !error_) {
      try {
        turn_();
      } catch (...) {
        error_ = std::current_exception();
      }
    }
  }
}

}  // namespace relatile::runtime
