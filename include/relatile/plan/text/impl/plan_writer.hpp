// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/plan_writer.hpp"

namespace relatile::plan::detail {

RELATILE_INLINE PlanWriter& PlanWriter::word(std::string_view word) {
  separate();
  out_ << word;
  return *this;
}

RELATILE_INLINE PlanWriter& PlanWriter::text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return word(quoted + '"');
}

RELATILE_INLINE PlanWriter& PlanWriter::box(const Box& box) {
  std::string text = box.none ? "!" : "";
  for (int d = 0; d < box.rank(); ++d) {
    text += (d ? "," : "") + std::to_string(box.low[d]) + ":" + std::to_string(box.high[d]);
  }
  return word(box.rank() == 0 ? text + "()" : text);
}

RELATILE_INLINE PlanWriter& PlanWriter::boxes(const std::vector<Box>& list) {
  number(std::int64_t(list.size()));
  for (const auto& one : list) box(one);
  return *this;
}

RELATILE_INLINE PlanWriter& PlanWriter::numbers(const std::vector<int>& list) {
  number(std::int64_t(list.size()));
  for (int one : list) number(one);
  return *this;
}

}  // namespace relatile::plan::detail
