// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/plan_reader.hpp"

#include <charconv>
#include <system_error>

namespace relatile::plan::detail {

RELATILE_INLINE void PlanReader::expect(std::string_view word) {
  const std::string_view found = next();
  if (found != word) {
    refuse("expected '" + std::string(word) + "', found '" + std::string(found) + "'");
  }
}

RELATILE_INLINE std::int64_t PlanReader::number(std::int64_t low, std::int64_t high) {
  const std::int64_t value = parse_number(next(), "a whole number");
  if (value < low || value > high) {
    refuse(std::to_string(value) + " is not between " + std::to_string(low) + " and " +
           std::to_string(high));
  }
  return value;
}

RELATILE_INLINE double PlanReader::real() {
  const std::string_view word = next();
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) refuse("expected a number");
  return value;
}

RELATILE_INLINE std::uint64_t PlanReader::hash() {
  const std::string_view word = next();
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, 16);
  if (error != std::errc() || end != word.data() + word.size()) refuse("expected a hash");
  return value;
}

RELATILE_INLINE std::string PlanReader::text() {
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

RELATILE_INLINE Box PlanReader::box() {
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

RELATILE_INLINE std::vector<Box> PlanReader::boxes() {
  std::vector<Box> list(count());
  for (auto& one : list) one = box();
  return list;
}

RELATILE_INLINE std::vector<int> PlanReader::indices(std::size_t size) {
  std::vector<int> list(count());
  for (auto& one : list) one = index(size);
  return list;
}

RELATILE_INLINE void PlanReader::skip_blanks() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) {
    line_ += rest_[0] == '\n' ? 1 : 0;
    rest_.remove_prefix(1);
  }
}

RELATILE_INLINE std::string_view PlanReader::next() {
  skip_blanks();
  const std::string_view word = rest_.substr(0, rest_.find_first_of(" \n"));
  if (word.empty()) refuse("the file ends too early");
  rest_.remove_prefix(word.size());
  return word;
}

RELATILE_INLINE std::int64_t PlanReader::parse_number(std::string_view word,
                                                      const char* expected) const {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) {
    refuse("expected " + std::string(expected) + ", found '" + std::string(word) + "'");
  }
  return value;
}

}  // namespace relatile::plan::detail
