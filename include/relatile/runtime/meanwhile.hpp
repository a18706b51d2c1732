// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "relatile/core/definitions.hpp"

namespace relatile::runtime {

/// A thread that does something short every now and then while another one computes, and sleeps
/// otherwise. The two exclude each other but for the time of `during`: what they share needs no
/// locks.
///
/// It wakes on its own, so that the work needs no places to stop at: kernels that are cut into
/// parts for that copy their operands once for each.
class Meanwhile {
 public:
  /// Calls `turn` every so often, counted from where the turn before it ended, on a thread on which
  /// OpenMP's loops run alone and signals are not handled. One that took more than a tenth of that
  /// has found much to do: the next one follows after as long as it took, if that is sooner.
  ///
  ///   errors  std::system_error if there can't be another thread
  Meanwhile(std::function<void()> turn, std::chrono::microseconds every);
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;
  ~Meanwhile();

  /// The pause after a turn that took so long.
  static std::chrono::microseconds pause_after(std::chrono::steady_clock::duration taken,
                                               std::chrono::microseconds every);

  /// Calls work() here, and turns meanwhile, none of which goes on when this returns. Once a turn
  /// has thrown there are no more; that is thrown when work is done, unless work() threw.
  template <class Work>
  void during(Work&& work) {
    {
      const Turns turns(*this);
      std::forward<Work>(work)();
    }
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  /// Turns are taken while it lives.
  class Turns {
   public:
    explicit Turns(Meanwhile& of) : of_(of) { of_.set_working(true); }
    ~Turns() { of_.set_working(false); }
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

   private:
    Meanwhile& of_;
  };

  /// Waits for the turn that is taken just now.
  void set_working(bool working);
  void serve();

  std::function<void()> turn_;
  std::chrono::microseconds every_;
  std::mutex mutex_;  ///< of all below while there is work, and held by every turn
  std::condition_variable changed_;
  bool working_ = false;
  bool asleep_ = false;  ///< until it is told that there is work
  bool ended_ = false;
  std::exception_ptr error_;  ///< of a turn
  std::thread thread_;
};

}  // namespace relatile::runtime

#if defined(RELATILE_DEFINITIONS)
#include "relatile/runtime/impl/meanwhile.hpp"
#endif
