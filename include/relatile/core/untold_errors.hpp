// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>

#include "relatile/core/definitions.hpp"

namespace relatile {

/// What kernels and key functions threw on this process while expressions were built, which is
/// before other sites can be told: these functions are asked for shapes and keys at once, by every
/// site for itself, and may fail on some only.
///
/// Each context has its own. All sites ask the same questions in the same order, and count them, so
/// that they can compare by numbers, when they meet (transport/mpi_lone_error.hpp), whether all had
/// an error.
class UntoldErrors {
 public:
  static constexpr std::int32_t none = -1;

  /// Contexts of one process have nobody to tell, and keep nothing.
  void keep() { keeps_ = true; }

  /// The number of the question that failed first, or none.
  std::int32_t first_failed() const;
  std::exception_ptr first() const;
  void drop_first();
  /// Whether something failed, and other questions were asked after the first that did.
  bool asked_since_failure() const;
  /// All sites are at one point, and no error is left: questions are counted from here on.
  void start_over();

  /// While it lives, what fails on this thread is told in another way, or is nobody's business.
  class Told {
   public:
    Told() noexcept { ++depth(); }
    ~Told() { --depth(); }
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;
    static int& depth();
  };

  /// Expressions that are built from here on are built for the context that has these. Contexts
  /// may be left in any order.
  static void enter(UntoldErrors& errors);
  static void leave(UntoldErrors& errors);

  /// Counts a question that was asked, and keeps the exception being handled, if there is one.
  static void count(std::exception_ptr error) noexcept;

 private:
  /// Of more than these, between two meetings, no others are kept.
  static constexpr std::size_t most = 16;
  struct Failure {
    std::int32_t question = 0;
    std::exception_ptr error;
  };

  bool keeps_ = false;
  std::int32_t questions_ = 0;
  std::size_t size_ = 0;
  std::array<Failure, most> failures_;
};

/// What `ask()` gives: a question to a user's function that every site asks for itself.
template <class Ask>
auto asked_by_each_site(Ask&& ask) {
  try {
    auto answer = ask();
    UntoldErrors::count(nullptr);
    return answer;
  } catch (...) {
    UntoldErrors::count(std::current_exception());
    throw;
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/untold_errors.hpp"
#endif
