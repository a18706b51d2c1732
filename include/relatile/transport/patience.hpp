// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <thread>

namespace relatile::transport {

/// How long one wait for others may take, from its first try on.
///
/// A wait asks `over()` between tries. It gives the core away to others from the second try on, and
/// looks at the clock only now and then.
class Patience {
 public:
  static constexpr double endless = std::numeric_limits<double>::infinity();

  explicit Patience(double seconds = endless) : seconds_(seconds) {}

  bool over() {
    if (++tries_ % 64 != 0) {
      if (tries_ > 64) std::this_thread::yield();
      return false;
    }
    if (seconds_ == endless) return false;
    const auto now = Clock::now();
    if (tries_ == 64) begin_ = now;
    return std::chrono::duration<double>(now - begin_).count() > seconds_;
  }

  /// What RELATILE_TIMEOUT says, in seconds; endless where it is not set. What is no positive
  /// number is told, and means nothing.
  static double of_environment() {
    const char* const text = std::getenv("RELATILE_TIMEOUT");
    if (text == nullptr || *text == '\0') return endless;
    char* end = nullptr;
    const double seconds = std::strtod(text, &end);
    if (*end == '\0' && seconds > 0) return seconds;
    std::fprintf(stderr, "relatile: RELATILE_TIMEOUT is '%s', which is no number of seconds\n",
                 text);
    return endless;
  }

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  long tries_ = 0;
  Clock::time_point begin_{};
};

}  // namespace relatile::transport
