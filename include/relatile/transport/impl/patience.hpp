// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/patience.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace relatile::transport {

RELATILE_INLINE bool Patience::over() {
  if (++tries_ % 64 != 0) {
    if (tries_ > 64) std::this_thread::yield();
    return false;
  }
  if (seconds_ == endless) return false;
  const std::chrono::nanoseconds now = std::chrono::steady_clock::now().time_since_epoch();
  if (tries_ == 64) begin_ = now.count();
  return 1e-9 * static_cast<double>(now.count() - begin_) > seconds_;
}

RELATILE_INLINE double Patience::of_environment() {
  const char* const text = std::getenv("RELATILE_TIMEOUT");
  if (text == nullptr || *text == '\0') return endless;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end == '\0' && seconds > 0) return seconds;
  std::fprintf(stderr, "relatile: RELATILE_TIMEOUT is '%s', which is no number of seconds\n", text);
  return endless;
}

}  // namespace relatile::transport
