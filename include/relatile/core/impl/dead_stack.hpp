// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/dead_stack.hpp"

#include <pthread.h>

#include <cstddef>
#include <cstdint>

namespace relatile {

RELATILE_INLINE StackBounds ask_for_stack_bounds() {
  StackBounds bounds;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return bounds;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    bounds.low = reinterpret_cast<std::uintptr_t>(low);
    bounds.high = bounds.low + size;
  }
  pthread_attr_destroy(&attributes);
  return bounds;
}

RELATILE_INLINE const StackBounds& stack_bounds() {
  static thread_local const StackBounds bounds = ask_for_stack_bounds();
  return bounds;
}

}  // namespace relatile
