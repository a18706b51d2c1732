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
#include "relatile/core/definitions.hpp"

namespace relatile::plan::detail {

/// Writes words, each after a blank; texts in quotes.
class PlanWriter {
 public:
  PlanWriter& word(std::string_view word);
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
  PlanWriter& text(std::string_view text);
  /// "0:4,2:8"; "()" of rank 0; behind "!" if it holds nothing by decree.
  PlanWriter& box(const Box& box);
  PlanWriter& boxes(const std::vector<Box>& list);
  PlanWriter& numbers(const std::vector<int>& list);
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

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/plan_writer.hpp"
#endif
