// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/untold_errors.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace relatile {
namespace detail {

/// Those of the contexts there are, the current one last.
struct AllUntoldErrors {
  std::mutex mutex;  ///< of what each of them has as well
  std::vector<UntoldErrors*> of_contexts;
};

inline AllUntoldErrors& all_untold_errors() {
  static AllUntoldErrors all;
  return all;
}

}  // namespace detail

RELATILE_INLINE std::int32_t UntoldErrors::first_failed() const {
  const std::lock_guard lock(detail::all_untold_errors().mutex);
  return size_ == 0 ? none : failures_[0].question;
}

RELATILE_INLINE std::exception_ptr UntoldErrors::first() const {
  const std::lock_guard lock(detail::all_untold_errors().mutex);
  return failures_[0].error;
}

RELATILE_INLINE void UntoldErrors::drop_first() {
  const std::lock_guard lock(detail::all_untold_errors().mutex);
  if (size_ == 0) return;
  std::move(failures_.begin() + 1, failures_.begin() + std::ptrdiff_t(size_), failures_.begin());
  failures_[--size_].error = nullptr;
}

RELATILE_INLINE bool UntoldErrors::asked_since_failure() const {
  const std::lock_guard lock(detail::all_untold_errors().mutex);
  return size_ > 0 && questions_ > failures_[0].question + 1;
}

RELATILE_INLINE void UntoldErrors::start_over() {
  const std::lock_guard lock(detail::all_untold_errors().mutex);
  questions_ = 0;
}

RELATILE_INLINE int& UntoldErrors::Told::depth() {
  static thread_local int depth = 0;
  return depth;
}

RELATILE_INLINE void UntoldErrors::enter(UntoldErrors& errors) {
  auto& untold = detail::all_untold_errors();
  const std::lock_guard lock(untold.mutex);
  untold.of_contexts.push_back(&errors);
}

RELATILE_INLINE void UntoldErrors::leave(UntoldErrors& errors) {
  auto& untold = detail::all_untold_errors();
  const std::lock_guard lock(untold.mutex);
  std::erase(untold.of_contexts, &errors);
}

RELATILE_INLINE void UntoldErrors::count(std::exception_ptr error) noexcept {
  if (Told::depth() > 0) return;
  auto& untold = detail::all_untold_errors();
  const std::lock_guard lock(untold.mutex);
  if (untold.of_contexts.empty()) return;
  UntoldErrors& current = *untold.of_contexts.back();
  if (!current.keeps_) return;
  const std::int32_t question = current.questions_++;
  if (error && current.size_ < most)
    current.failures_[current.size_++] = {question, std::move(error)};
}

}  // namespace relatile
