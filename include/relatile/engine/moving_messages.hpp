// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <system_error>
#include <utility>

#include "relatile/runtime/meanwhile.hpp"

namespace relatile::engine {

/// How messages move on while kernels run: MPI moves them only while it is called. A thread calls
/// it now and then, so that products stay whole; where MPI takes no calls from other threads, or
/// there can't be one, who computes has to stop for it.
class MovingMessages {
 public:
  /// `move` is called on one thread at a time; on others than its owner's only if that is said to
  /// be allowed.
  MovingMessages(std::function<void()> move, bool on_threads)
      : move_(std::move(move)), on_threads_(on_threads) {}

  /// Between two parts of a kernel.
  void move() const { move_(); }

  /// Runs `work`, of more than a few milliseconds, while a thread moves messages; false, and
  /// nothing is done, if there can't be one. What moving threw is thrown when work is done.
  template <class Work>
  bool move_beside(Work&& work) {
    if (!has_thread()) return false;
    thread_->during(std::forward<Work>(work));
    move_();
    return true;
  }

 private:
  /// Links of 10 Gbit/s carry less than a megabyte meanwhile, which sockets' buffers hold. Where it
  /// was 300, ranks that share cores lost 0.05 to 0.1 of a second more to a second of messages.
  static constexpr std::chrono::microseconds interval{500};

  bool has_thread() {
    if (!on_threads_ || thread_) return on_threads_;
    try {
      thread_ = std::make_unique<runtime::Meanwhile>(move_, interval);
    } catch (const std::system_error&) {
      on_threads_ = false;
    }
    return on_threads_;
  }

  std::function<void()> move_;
  bool on_threads_;
  std::unique_ptr<runtime::Meanwhile> thread_;  ///< from its first use on
};

}  // namespace relatile::engine
