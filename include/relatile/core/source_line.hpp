// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include "relatile/core/dead_stack.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile {

/// A line of a program: where an array was asked for.
class SourceLine {
 public:
  /// As a default argument, the line of the call.
  [[gnu::always_inline]] static SourceLine current(const char* file = __builtin_FILE(),
                                                   int number = __builtin_LINE()) {
    return SourceLine(Made(), file, number, end_of_callers_stack());
  }
  /// Of functions that can't have default arguments: they must be inlined into their caller.
  [[gnu::always_inline]] static SourceLine unknown_here() {
    return SourceLine(Made(), "", 0, end_of_callers_stack());
  }

  /// Variables of the function that has this line lie above, those of what it called below.
  const void* stack() const { return stack_; }
  /// "hello.cpp:18", without folders, so that it is the same wherever a program is built; empty for
  /// lines of this library, of which no user knows: those in files below the folder `library`.
  std::string text(std::string_view library) const;
  /// The folder of all headers, as the compiler of the calling program spells it, which may not be
  /// how the compiler of the library's sources did.
  [[gnu::always_inline]] static constexpr std::string_view library() {
    constexpr std::string_view here = __FILE__;
    return here.substr(0, here.size() - std::string_view("core/source_line.hpp").size());
  }

 private:
  /// Only this class has one to give: no braces a caller writes, such as the {0, 2} of another
  /// parameter, can be taken for a line.
  struct Made {
    explicit Made() = default;
  };
  constexpr SourceLine(Made, const char* file, int number, const void* stack)
      : file_(file), number_(number), stack_(stack) {}

  const char* file_;
  int number_;
  const void* stack_;
};

/// While it lives, what is made is made for `line`. Scopes nest, and the outermost one counts: what
/// a function of the library calls inside, it calls for its caller.
class AskedFrom {
 public:
  [[gnu::always_inline]] explicit AskedFrom(SourceLine line)
      : AskedFrom(line, SourceLine::library()) {}
  ~AskedFrom();
  AskedFrom(const AskedFrom&) = delete;
  AskedFrom& operator=(const AskedFrom&) = delete;

  /// "file:line" of the outermost scope, or empty.
  static std::string& text();
  /// Where the stack of the outermost scope's caller ends; null outside of scopes.
  static const void*& stack();

 private:
  AskedFrom(SourceLine line, std::string_view library);

  bool outermost_;
  bool outermost_on_stack_;
};

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/source_line.hpp"
#endif
