// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "relatile/core/definitions.hpp"

namespace relatile {

/// The memory that a thread has for its stack, from its low end, to which stacks grow.
struct StackBounds {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
};

/// Where the stack of the calling function ends just now: what it has on it lies above. Null where
/// that can't be asked.
[[gnu::always_inline]] inline const void* end_of_callers_stack() {
  const void* end = nullptr;
#if defined(__x86_64__)
  asm volatile("mov %%rsp, %0" : "=r"(end));
#elif defined(__aarch64__)
  asm volatile("mov %0, sp" : "=r"(end));
#endif
  return end;
}

RELATILE_INLINE StackBounds ask_for_stack_bounds();

/// Those of this thread.
RELATILE_INLINE const StackBounds& stack_bounds();

/// The part of this thread's stack that functions called from a frame have left behind.
class DeadStack {
 public:
  explicit DeadStack(const void* frame) : high_(reinterpret_cast<std::uintptr_t>(frame)) {
    const StackBounds& stack = stack_bounds();
    // Simulators and coroutines run on stacks of their own, of which only what is near is known.
    constexpr std::uintptr_t near = 65536;
    const bool is_on_stack = stack.low <= high_ && high_ <= stack.high;
    low_ = is_on_stack ? stack.low : high_ - near;
  }

  bool has(std::uintptr_t address) const { return low_ <= address && address < high_; }

 private:
  std::uintptr_t low_;
  std::uintptr_t high_;
};

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/dead_stack.hpp"
#endif
