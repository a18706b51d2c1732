// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/program/scanner.hpp"

namespace relatile::program {

/// The operators that aggregate along axes, by the names that NumPy gives them.
inline constexpr std::array<std::string_view, 7> reduction_names{"sum",  "prod", "min", "max",
                                                                 "mean", "any",  "all"};

inline bool is_reduction(std::string_view name) {
  for (auto known : reduction_names) {
    if (known == name) return true;
  }
  return false;
}

/// Reads one line by its grammar; what names mean is none of its business.
///
///   statement  name = operator                        output  output name {, name}
///   operator   input(n, ...) or source(n, ...), then [dtype], then (inputs only)
///                placed split(axis, ...) or placed replicated
///              einsum("ij,jk->ik", A, ...), with combine="..." and reduce="..."
///              map("function", A)    zip("function", A, B), and C for functions of three operands
///              sum(A), with axis=0 or axis=(0, 1), and keepdims=true     (prod, min, max, ...)
///              transpose(A), with axes=(1, 0)
///              A[0:10, ::2, -1]
class LineParser {
 public:
  explicit LineParser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  bool empty() const { return at_end(); }
  bool is_output() const { return is_word("output"); }

  std::vector<Word> output() {
    next();
    std::vector<Word> names;
    do {
      names.push_back(name("the name of a statement"));
    } while (accept(','));
    require_end("',' or the end of the line");
    return names;
  }

  Statement statement() {
    statement_.name = name("the name of a statement, or 'output'");
    require('=');
    statement_.at = peek().at;
    if (peek().kind == Token::Kind::name && tokens_[at_ + 1].is('[')) {
      read_slice();
    } else {
      read_call();
    }
    return std::move(statement_);
  }

 private:
  // ---- Tokens -----------------------------------------------------------------------------------

  const Token& peek() const { return tokens_[at_]; }
  bool at_end() const { return peek().kind == Token::Kind::end_of_line; }
  bool is_word(std::string_view word) const {
    return peek().kind == Token::Kind::name && peek().text == word;
  }
  const Token& next() { return tokens_[at_++]; }
  [[noreturn]] void fail(const std::string& expected) const {
    throw ProgramError(peek().at, "expected " + expected + ", but found " + peek().shown());
  }
  bool is_option() const { return peek().kind == Token::Kind::name && tokens_[at_ + 1].is('='); }
  bool accept(char symbol) {
    if (!peek().is(symbol)) return false;
    next();
    return true;
  }
  void require(char symbol, const std::string& also = "") {
    if (!accept(symbol)) fail(also + "'" + symbol + "'");
  }
  void require_end(const std::string& expected) const {
    if (!at_end()) fail(expected);
  }
  Word name(const std::string& expected) {
    if (peek().kind != Token::Kind::name) fail(expected);
    const Token& token = next();
    return {token.text, token.at};
  }
  Word quoted(const std::string& expected) {
    if (peek().kind != Token::Kind::quoted) fail(expected);
    const Token& token = next();
    return {token.text, token.at};
  }
  bool starts_number() const { return peek().kind == Token::Kind::number || peek().is('-'); }
  Number number(const std::string& expected) {
    const Position at = peek().at;
    const bool negative = accept('-');
    if (peek().kind != Token::Kind::number) fail(expected);
    const std::string digits = (negative ? "-" : "") + peek().text;
    Number result{0, at};
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), result.value);
    if (end != digits.data() + digits.size()) fail(expected + " in digits only");
    if (error != std::errc()) fail(expected + " of at most 63 bits");
    next();
    return result;
  }
  Number extent() {
    if (peek().is('-')) fail("an extent that is not negative");
    return number("an extent");
  }

  // ---- Operators --------------------------------------------------------------------------------

  void read_call() {
    const Token& word = peek();
    if (word.kind == Token::Kind::name && word.text == "input") return read_leaf(Operator::input);
    if (word.kind == Token::Kind::name && word.text == "source") return read_leaf(Operator::source);
    if (word.kind == Token::Kind::name && word.text == "einsum") return read_einsum();
    if (word.kind == Token::Kind::name && word.text == "map")
      return read_elementwise(Operator::map);
    if (word.kind == Token::Kind::name && word.text == "zip")
      return read_elementwise(Operator::zip);
    if (word.kind == Token::Kind::name && word.text == "transpose") return read_transpose();
    if (word.kind == Token::Kind::name && is_reduction(word.text)) return read_reduction();
    std::string known = "input, source, einsum, map, zip, transpose";
    for (auto reduction : reduction_names) known += ", " + std::string(reduction);
    fail("an operator (" + known + ") or a slice A[...]");
  }

  void open(Operator kind) {
    statement_.kind = kind;
    next();
    require('(');
  }
  Word operand() { return name("the name of an operand"); }

  void read_leaf(Operator kind) {
    open(kind);
    if (!peek().is(')')) {
      do {
        statement_.extents.push_back(extent());
      } while (accept(','));
    }
    require(')', statement_.extents.empty() ? "an extent or " : "',' or ");
    std::string expected = "the end of the line";
    if (kind == Operator::input) expected = "'placed' or " + expected;
    if (accept('[')) {
      statement_.dtype = name("an element type such as float32");
      require(']');
    } else {
      expected = (kind == Operator::input ? "'[', " : "'[' or ") + expected;
    }
    if (kind == Operator::input && is_word("placed")) {
      read_placed();
      expected = "the end of the line";
    }
    require_end(expected);
  }

  void read_placed() {
    Placed placed;
    placed.at = next().at;
    if (is_word("replicated")) {
      next();
      placed.replicated = true;
    } else if (is_word("split")) {
      next();
      require('(');
      do {
        placed.axes.push_back(number("an axis"));
      } while (accept(','));
      require(')', "',' or ");
    } else {
      fail("'split(axis, ...)' or 'replicated'");
    }
    statement_.placed = std::move(placed);
  }

  void read_einsum() {
    open(Operator::einsum);
    statement_.function = quoted("an einsum in quotes, such as \"ij,jk->ik\"");
    while (accept(',')) {
      if (is_option()) {
        Word* option = is_word("combine")  ? &statement_.combine
                       : is_word("reduce") ? &statement_.reduce
                                           : nullptr;
        start_option(option != nullptr, "an operand, 'combine=' or 'reduce='");
        *option = quoted("the name of a function in quotes, such as \"add\" or \"min\"");
      } else {
        if (!options_.empty()) fail("'combine=' or 'reduce=', after the operands");
        statement_.operands.push_back(operand());
      }
    }
    if (statement_.operands.empty()) fail("',' and the name of an operand");
    close();
  }

  void read_elementwise(Operator kind) {
    open(kind);
    statement_.function = quoted("the name of a function in quotes, such as \"" +
                                 std::string(kind == Operator::map ? "relu" : "add") + "\"");
    const std::size_t most = kind == Operator::map ? 1 : 3;
    const std::size_t least = kind == Operator::map ? 1 : 2;
    while (statement_.operands.size() < most) {
      if (statement_.operands.size() >= least && !peek().is(',')) break;
      require(',');
      statement_.operands.push_back(operand());
    }
    close(statement_.operands.size() < most ? "',' or " : "");
  }

  void read_reduction() {
    statement_.function = {peek().text, peek().at};
    open(Operator::reduce);
    statement_.operands = {operand()};
    while (accept(',')) {
      const bool keepdims = is_word("keepdims");
      start_option(keepdims || is_word("axis"), "'axis=' or 'keepdims='");
      if (keepdims) {
        if (!is_word("true") && !is_word("false")) fail("'true' or 'false'");
        statement_.keepdims = next().text == "true";
      } else if (starts_number()) {
        statement_.axes = {number("an axis")};
      } else {
        statement_.axes = axes();
      }
    }
    close();
  }

  void read_transpose() {
    open(Operator::transpose);
    statement_.operands = {operand()};
    if (accept(',')) {
      start_option(is_word("axes"), "'axes='");
      statement_.axes = axes();
      close("");
    } else {
      close();
    }
  }

  void read_slice() {
    statement_.kind = Operator::slice;
    statement_.operands = {operand()};
    require('[');
    do {
      statement_.indices.push_back(index());
    } while (accept(','));
    require(']', "',' or ");
    require_end("the end of the line");
  }

  // ---- Their parts ------------------------------------------------------------------------------

  /// Goes past `name=`, refusing names that are unknown or come again.
  void start_option(bool known, const std::string& expected) {
    if (!known) fail(expected);
    for (const auto& earlier : options_) {
      if (earlier == peek().text) fail("each option once");
    }
    options_.push_back(next().text);
    require('=');
  }

  std::vector<Number> axes() {
    std::vector<Number> all;
    require('(');
    do {
      all.push_back(number("an axis"));
    } while (accept(','));
    require(')', "',' or ");
    return all;
  }

  std::optional<std::int64_t> optional_number(const std::string& expected) {
    if (!starts_number()) return std::nullopt;
    return number(expected).value;
  }

  Index index() {
    Index one;
    one.at = peek().at;
    one.start = optional_number("a position");
    if (!accept(':')) {
      if (!one.start) fail("a position or a range start:stop:step");
      one.range = false;
      return one;
    }
    one.stop = optional_number("a position");
    if (accept(':')) one.step = optional_number("a step");
    return one;
  }

  void close(const std::string& also = "',' or ") {
    require(')', also);
    require_end("the end of the line");
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  Statement statement_;
  std::vector<std::string> options_;
};

}  // namespace relatile::program
