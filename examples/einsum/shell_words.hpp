// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <relatile/core/error.hpp>

/// Takes a line apart as a POSIX shell does: words between blanks, quoted by '...', "..." and
/// backslashes; a word that begins with # begins a comment. Nothing is expanded.
class ShellWords {
 public:
  /// Throws relatile::ParseError for a quote that is not closed.
  static std::vector<std::string> of(std::string_view line) { return ShellWords(line).split(); }

 private:
  explicit ShellWords(std::string_view line) : rest_(line) {}

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  std::vector<std::string> split() {
    std::vector<std::string> words;
    for (;;) {
      while (!rest_.empty() && is_blank(rest_.front())) take();
      if (rest_.empty() || rest_.front() == '#') return words;
      words.push_back(word());
    }
  }

  std::string word() {
    std::string text;
    while (!rest_.empty() && !is_blank(rest_.front())) {
      const char c = take();
      if (c == '\'') {
        const std::size_t end = rest_.find('\'');
        if (end == rest_.npos) throw relatile::ParseError("a quote ' that is not closed");
        text += rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
      } else if (c == '"') {
        add_double_quoted(text);
      } else if (c == '\\' && !rest_.empty()) {
        text += take();
      } else {
        text += c;
      }
    }
    return text;
  }

  void add_double_quoted(std::string& text) {
    while (!rest_.empty()) {
      const char c = take();
      if (c == '"') return;
      const bool escapes = c == '\\' && !rest_.empty() &&
                           std::string_view("$`\"\\").find(rest_.front()) != std::string_view::npos;
      text += escapes ? take() : c;
    }
    throw relatile::ParseError("a quote \" that is not closed");
  }

  std::string_view rest_;
};
