// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/core/source_line.hpp"

namespace relatile {

/// Throws the KernelError of a function of the user's that was asked something while an expression
/// was built; the exception being handled, which it threw, is nested inside.
///
///   asked  what it was asked, in words that follow its name
[[noreturn]] inline void fail_when_asked(const std::string& step, const std::string& asked) {
  const std::string& line = AskedFrom::text();
  const std::string description = step + (line.empty() ? "" : " [" + line + "]") + ", " + asked;
  const auto fail = [&](const std::string& what) {
    std::throw_with_nested(KernelError::while_building(step, description, what));
  };
  try {
    throw;
  } catch (const std::exception& error) {
    fail(words_of(error));
  } catch (...) {
    fail("an exception that is no std::exception");
  }
  std::terminate();  // one of the two has thrown
}

}  // namespace relatile
