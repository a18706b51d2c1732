// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
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
  void expect(std::string_view word);
  std::int64_t number(std::int64_t low, std::int64_t high);
  int index(std::size_t size) {
    return static_cast<int>(number(0, static_cast<std::int64_t>(size) - 1));
  }
  bool truth() { return number(0, 1) == 1; }
  /// How many things follow; each takes at least two characters of what is left.
  std::size_t count() {
    return static_cast<std::size_t>(number(0, static_cast<std::int64_t>(rest_.size() / 2)));
  }
  double real();
  std::uint64_t hash();
  std::string text();
  template <std::size_t N>
  std::size_t one_of(const std::array<std::string_view, N>& words) {
    const std::string_view found = next();
    const auto known = std::find(words.begin(), words.end(), found);
    if (known == words.end()) refuse("'" + std::string(found) + "' is unknown here");
    return static_cast<std::size_t>(known - words.begin());
  }
  Box box();
  std::vector<Box> boxes();
  std::vector<int> indices(std::size_t size);

 private:
  void skip_blanks();
  std::string_view next();
  std::int64_t parse_number(std::string_view word, const char* expected) const;

  std::string_view rest_;
  std::string source_;
  int line_ = 1;
};

}  // namespace relatile::plan::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/plan_reader.hpp"
#endif
