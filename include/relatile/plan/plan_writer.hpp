// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/box.hpp"

namespace relatile::plan::detail {

/// Writes words, each after a blank; texts in quotes.
class PlanWriter {
 public:
  PlanWriter& word(std::string_view word) {
    separate();
    out_ << word;
    return *this;
  }
  PlanWriter& number(std::int64_t number) { return word(std::to_string(number)); }
  /// So that it reads back as the same number.
  PlanWriter& real(double number) {
    char text[32];
    return word({text, std::to_chars(text, text + sizeof text, number).ptr});
  }
  PlanWriter& hash(std::uint64_t hash) {
    char text[16];
    return word({text, std::to_chars(text, text + sizeof text, hash, 16).ptr});
  }
  PlanWriter& text(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return word(quoted + '"');
  }
  /// "0:4,2:8"; "()" of rank 0; behind "!" if it holds nothing by decree.
  PlanWriter& box(const Box& box) {
    std::string text = box.none ? "!" : "";
    for (int d = 0; d < box.rank(); ++d) {
      text += (d ? "," : "") + std::to_string(box.low[d]) + ":" + std::to_string(box.high[d]);
    }
    return word(box.rank() == 0 ? text + "()" : text);
  }
  PlanWriter& boxes(const std::vector<Box>& list) {
    number(std::int64_t(list.size()));
    for (const auto& one : list) box(one);
    return *this;
  }
  PlanWriter& numbers(const std::vector<int>& list) {
    number(std::int64_t(list.size()));
    for (int one : list) number(one);
    return *this;
  }
  void end_line() {
    out_ << '\n';
    first_ = true;
  }
  std::string take() const { return out_.str(); }

 private:
  void separate() {
    if (!first_) out_ << ' ';
    first_ = false;
  }
  std::ostringstream out_;
  bool first_ = true;
};

}  // namespace relatile::plan::detail
