// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/untold_errors.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <new>
#include <utility>

namespace relatile {

struct UntoldErrors::All {
  static constexpr std::size_t most_kept = 16;

  std::mutex mutex;
  std::size_t count = 0;
  std::deque<std::exception_ptr> oldest;
};

RELATILE_INLINE UntoldErrors::All& UntoldErrors::all() {
  static All one;
  return one;
}

RELATILE_INLINE void UntoldErrors::add(std::exception_ptr error) noexcept {
  const std::lock_guard lock(all().mutex);
  const bool all_are_kept = all().oldest.size() == all().count;
  ++all().count;
  if (!all_are_kept || all().count > All::most_kept) return;
  try {
    all().oldest.push_back(std::move(error));
  } catch (const std::bad_alloc&) {  // that there is one is what matters
  }
}

RELATILE_INLINE std::size_t UntoldErrors::size() {
  const std::lock_guard lock(all().mutex);
  return all().count;
}

RELATILE_INLINE std::exception_ptr UntoldErrors::oldest() {
  const std::lock_guard lock(all().mutex);
  return all().oldest.empty() ? nullptr : all().oldest.front();
}

RELATILE_INLINE void UntoldErrors::drop(std::size_t count) {
  const std::lock_guard lock(all().mutex);
  count = std::min(count, all().count);
  all().count -= count;
  count = std::min(count, all().oldest.size());
  all().oldest.erase(all().oldest.begin(), all().oldest.begin() + std::ptrdiff_t(count));
}

RELATILE_INLINE void UntoldErrors::keep(std::size_t size) {
  const std::lock_guard lock(all().mutex);
  all().count = std::min(all().count, size);
  if (all().oldest.size() > all().count) all().oldest.resize(all().count);
}

}  // namespace relatile
