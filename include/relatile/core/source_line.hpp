// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include "relatile/core/dead_stack.hpp"

namespace relatile {

/// A line of a program: where an array was asked for.
class SourceLine {
 public:
  /// As a default argument, the line of the call.
  [[gnu::always_inline]] static SourceLine current(const char* file = __builtin_FILE(),
                                                   int number = __builtin_LINE()) {
    return SourceLine(Made(), file, number, end_of_callers_stack());
  }
  static constexpr SourceLine unknown() { return SourceLine(Made(), "", 0, nullptr); }
  /// Of functions that can't have default arguments: they must be inlined into their caller.
  [[gnu::always_inline]] static SourceLine unknown_here() {
    return SourceLine(Made(), "", 0, end_of_callers_stack());
  }

  /// Variables of the function that has this line lie above, those of what it called below.
  const void* stack() const { return stack_; }
  /// "hello.cpp:18", without folders, so that it is the same wherever a program is built; empty for
  /// lines of this library, of which no user knows.
  std::string text() const {
    if (number_ == 0 || file_.starts_with(library())) return "";
    return std::string(file_.substr(file_.rfind('/') + 1)) + ":" + std::to_string(number_);
  }

 private:
  /// Only this class has one to give: no braces a caller writes, such as the {0, 2} of another
  /// parameter, can be taken for a line.
  struct Made {
    explicit Made() = default;
  };
  constexpr SourceLine(Made, std::string_view file, int number, const void* stack)
      : file_(file), number_(number), stack_(stack) {}
  /// The folder of all headers, as the compiler spells it.
  static constexpr std::string_view library() {
    constexpr std::string_view here = __FILE__;
    return here.substr(0, here.size() - std::string_view("core/source_line.hpp").size());
  }

  std::string_view file_;
  int number_;
  const void* stack_;
};

/// While it lives, what is made is made for `line`. Scopes nest, and the outermost one counts: what
/// a function of the library calls inside, it calls for its caller.
class AskedFrom {
 public:
  explicit AskedFrom(SourceLine line)
      : outermost_(text().empty()), outermost_on_stack_(stack() == nullptr) {
    if (outermost_) text() = line.text();
    if (outermost_on_stack_) stack() = line.stack();
  }
  ~AskedFrom() {
    if (outermost_) text().clear();
    if (outermost_on_stack_) stack() = nullptr;
  }
  AskedFrom(const AskedFrom&) = delete;
  AskedFrom& operator=(const AskedFrom&) = delete;

  /// "file:line" of the outermost scope, or empty.
  static std::string& text() {
    static thread_local std::string line;
    return line;
  }
  /// Where the stack of the outermost scope's caller ends; null outside of scopes.
  static const void*& stack() {
    static thread_local const void* end = nullptr;
    return end;
  }

 private:
  bool outermost_;
  bool outermost_on_stack_;
};

}  // namespace relatile
