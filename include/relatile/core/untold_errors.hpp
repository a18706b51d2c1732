// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <exception>

#include "relatile/core/definitions.hpp"

namespace relatile {

/// What kernels and key functions threw on this process while an expression was built: they are
/// asked for shapes and keys at once, by every site for itself, so that other sites may not know.
/// Sites compare the number of these whenever they meet (transport/mpi_meetings.hpp). One for the
/// process, as expressions belong to no context before they are evaluated.
class UntoldErrors {
 public:
  static void add(std::exception_ptr error) noexcept;
  /// Those that are left, the oldest first.
  static std::size_t size();
  /// The oldest one; null of those that came when too many waited already.
  static std::exception_ptr oldest();
  /// Forgets the `count` oldest.
  static void drop(std::size_t count);
  /// Forgets those that came after there were `size`.
  static void keep(std::size_t size);

 private:
  struct All;
  static All& all();
};

/// What `ask()` gives, a question to a user's function that all sites are expected to ask alike.
template <class Ask>
auto asked_alone(Ask&& ask) {
  try {
    return ask();
  } catch (...) {
    UntoldErrors::add(std::current_exception());
    throw;
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/untold_errors.hpp"
#endif
