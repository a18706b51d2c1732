// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace relatile {

/// A line of a program: where an array was asked for.
class SourceLine {
 public:
  /// As a default argument, the line of the call.
  static constexpr SourceLine current(const char* file = __builtin_FILE(),
                                      int number = __builtin_LINE()) {
    return SourceLine(Made(), file, number);
  }
  static constexpr SourceLine unknown() { return SourceLine(Made(), "", 0); }

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
  constexpr SourceLine(Made, std::string_view file, int number) : file_(file), number_(number) {}
  /// The folder of all headers, as the compiler spells it.
  static constexpr std::string_view library() {
    constexpr std::string_view here = __FILE__;
    return here.substr(0, here.size() - std::string_view("core/source_line.hpp").size());
  }

  std::string_view file_;
  int number_;
};

/// While it lives, what is made is made for `line`. Scopes nest, and the outermost one counts: what
/// a function of the library calls inside, it calls for its caller.
class AskedFrom {
 public:
  explicit AskedFrom(SourceLine line) : outermost_(text().empty()) {
    if (outermost_) text() = line.text();
  }
  ~AskedFrom() {
    if (outermost_) text().clear();
  }
  AskedFrom(const AskedFrom&) = delete;
  AskedFrom& operator=(const AskedFrom&) = delete;

  /// "file:line" of the outermost scope, or empty.
  static std::string& text() {
    static thread_local std::string line;
    return line;
  }

 private:
  bool outermost_;
};

}  // namespace relatile
