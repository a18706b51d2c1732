// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/error.hpp"

namespace relatile::plan::detail {

/// Reads what PlanWriter wrote; ParseError with the line where it is something else.
class PlanReader {
 public:
  PlanReader(std::string_view text, std::string source) : rest_(text), source_(std::move(source)) {}

  [[noreturn]] void refuse(const std::string& what) const {
    throw ParseError("relatile: " + source_ + " is no saved plan, or damaged: line " +
                     std::to_string(line_) + ": " + what);
  }
  void expect(std::string_view word) {
    const std::string_view found = next();
    if (found != word) {
      refuse("expected '" + std::string(word) + "', found '" + std::string(found) + "'");
    }
  }
  std::int64_t number(std::int64_t low, std::int64_t high) {
    const std::int64_t value = parse_number(next(), "a whole number");
    if (value < low || value > high) {
      refuse(std::to_string(value) + " is not between " + std::to_string(low) + " and " +
             std::to_string(high));
    }
    return value;
  }
  int index(std::size_t size) {
    return static_cast<int>(number(0, static_cast<std::int64_t>(size) - 1));
  }
  bool truth() { return number(0, 1) == 1; }
  /// How many things follow; each takes at least two characters of what is left.
  std::size_t count() {
    return static_cast<std::size_t>(number(0, static_cast<std::int64_t>(rest_.size() / 2)));
  }
  double real() {
    const std::string_view word = next();
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) refuse("expected a number");
    return value;
  }
  std::uint64_t hash() {
    const std::string_view word = next();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
    if (error != std::errc() || end != word.data() + word.size()) refuse("expected a hash");
    return value;
  }
  std::string text() {
    skip_blanks();
    if (rest_.empty() || rest_[0] != '"') refuse("expected a text in quotes");
    std::string text;
    std::size_t i = 1;
    for (; i < rest_.size() && rest_[i] != '"'; ++i) {
      const bool escaped = rest_[i] == '\\' && i + 1 < rest_.size();
      if (escaped) ++i;
      text += escaped && rest_[i] == 'n' ? '\n' : rest_[i];
    }
    if (i >= rest_.size()) refuse("a text without its closing quote");
    rest_.remove_prefix(i + 1);
    return text;
  }
  template <std::size_t N>
  std::size_t one_of(const std::array<std::string_view, N>& words) {
    const std::string_view found = next();
    const auto known = std::find(words.begin(), words.end(), found);
    if (known == words.end()) refuse("'" + std::string(found) + "' is unknown here");
    return static_cast<std::size_t>(known - words.begin());
  }
  Box box() {
    std::string_view word = next();
    Box box;
    box.none = word.starts_with('!');
    if (box.none) word.remove_prefix(1);
    if (word == "()") return box;
    const auto place_of = [&word](char c) {
      return static_cast<std::size_t>(std::find(word.begin(), word.end(), c) - word.begin());
    };
    while (true) {
      const std::size_t end = place_of(',');
      const std::size_t colon = std::min(place_of(':'), end);
      if (colon == end || box.rank() == max_rank) refuse("expected a box as 0:4,2:8");
      box.low.push_back(parse_number(word.substr(0, colon), "a box as 0:4,2:8"));
      box.high.push_back(parse_number(word.substr(colon + 1, end - colon - 1), "a box as 0:4,2:8"));
      if (end == word.size()) return box;
      word.remove_prefix(end + 1);
    }
  }
  std::vector<Box> boxes() {
    std::vector<Box> list(count());
    for (auto& one : list) one = box();
    return list;
  }
  std::vector<int> indices(std::size_t size) {
    std::vector<int> list(count());
    for (auto& one : list) one = index(size);
    return list;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) {
      line_ += rest_[0] == '\n' ? 1 : 0;
      rest_.remove_prefix(1);
    }
  }
  std::string_view next() {
    skip_blanks();
    const std::string_view word = rest_.substr(0, rest_.find_first_of(" \n"));
    if (word.empty()) refuse("the file ends too early");
    rest_.remove_prefix(word.size());
    return word;
  }
  std::int64_t parse_number(std::string_view word, const char* expected) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
      refuse("expected " + std::string(expected) + ", found '" + std::string(word) + "'");
    }
    return value;
  }

  std::string_view rest_;
  std::string source_;
  int line_ = 1;
};

}  // namespace relatile::plan::detail
