// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/program/program.hpp"

namespace relatile::program {

/// A piece of a line: a word, a number, a quoted text, or one character such as '('.
struct Token {
  enum class Kind : std::uint8_t { name, number, quoted, symbol, end_of_line } kind;
  std::string text;  ///< of quoted ones what is between the quotes
  Position at;

  bool is(char symbol) const { return kind == Kind::symbol && text[0] == symbol; }
  /// As an error message quotes it.
  std::string shown() const {
    if (kind == Kind::end_of_line) return "the end of the line";
    if (kind == Kind::quoted) return '"' + text + '"';
    return "'" + text + "'";
  }
};

/// Takes one line apart; comments and blanks are dropped, the last token is the line's end.
class Scanner {
 public:
  /// Throws ProgramError for a quote without end, and for characters that mean nothing here.
  static std::vector<Token> tokens(std::string_view line, int number) {
    return Scanner(line, number).scan();
  }

 private:
  Scanner(std::string_view line, int number) : line_(line), number_(number) {}

  static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  Position here() const { return {number_, static_cast<int>(at_) + 1}; }

  std::vector<Token> scan() {
    std::vector<Token> found;
    for (;;) {
      while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
      if (at_ == line_.size() || line_[at_] == '#') break;
      found.push_back(next());
    }
    found.push_back({Token::Kind::end_of_line, "", here()});
    return found;
  }

  Token next() {
    const char c = line_[at_];
    if (is_letter(c)) return word(Token::Kind::name);
    if (is_digit(c)) return word(Token::Kind::number);
    if (c == '"') return quoted();
    if (std::string_view("()[]=,:-").find(c) == std::string_view::npos) {
      throw ProgramError(here(),
                         "expected a name, a number, a quoted text or one of ( ) [ ] = , : -, "
                         "but found " +
                             shown_character());
    }
    Token token{Token::Kind::symbol, std::string(1, c), here()};
    ++at_;
    return token;
  }

  /// Numbers too run to the end of the word, so that "128K" is one wrong number.
  Token word(Token::Kind kind) {
    Token token{kind, "", here()};
    while (at_ < line_.size() && (is_letter(line_[at_]) || is_digit(line_[at_]))) {
      token.text += line_[at_++];
    }
    return token;
  }

  Token quoted() {
    const std::size_t end = line_.find('"', at_ + 1);
    if (end == std::string_view::npos) {
      throw ProgramError(here(), "expected a closing quote after " +
                                     std::string(line_.substr(at_)) +
                                     ", but found the end of the line");
    }
    Token token{Token::Kind::quoted, std::string(line_.substr(at_ + 1, end - at_ - 1)), here()};
    at_ = end + 1;
    return token;
  }

  /// The character here, all bytes of it; one that can't be printed as its number.
  std::string shown_character() const {
    const auto byte = static_cast<unsigned char>(line_[at_]);
    if (byte >= 0xc0) {
      std::size_t end = at_ + 1;
      while (end < line_.size() && (static_cast<unsigned char>(line_[end]) & 0xc0) == 0x80) ++end;
      return "'" + std::string(line_.substr(at_, end - at_)) + "'";
    }
    if (byte > ' ' && byte < 0x7f) return std::string("'") + line_[at_] + "'";
    return "a byte of value " + std::to_string(byte);
  }

  std::string_view line_;
  int number_;
  std::size_t at_ = 0;
};

}  // namespace relatile::program
