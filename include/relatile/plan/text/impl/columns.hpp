// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/columns.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <sstream>
#include <utility>

namespace relatile::plan::detail {

RELATILE_INLINE std::string scaled_text(double number, const char* unit) {
  static constexpr std::array prefixes{"", "k", "M", "G", "T", "P"};
  std::size_t p = 0;
  for (; number >= 999.5 && p + 1 < prefixes.size(); ++p) number /= 1000;
  std::ostringstream out;
  out << std::fixed
      << std::setprecision(p == 0 || number >= 99.95 ? 0
                           : number >= 9.995         ? 1
                                                     : 2)
      << number << ' ' << prefixes[p] << unit;
  return out.str();
}

RELATILE_INLINE std::string bytes_text(Bytes bytes) {
  return scaled_text(static_cast<double>(bytes.value), "B");
}

RELATILE_INLINE Columns::Columns(std::vector<Column> columns) : columns_(std::move(columns)) {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.emplace_back(column.title);
  add(std::move(titles));
}

RELATILE_INLINE void Columns::add(std::vector<std::string> cells) {
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::size_t most = columns_[c].most;
    if (cells[c].size() > most) cells[c] = cells[c].substr(0, most - 2) + "..";
  }
  lines_.push_back(std::move(cells));
}

RELATILE_INLINE void Columns::write(std::ostream& out) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (std::size_t l = 1; l < lines_.size(); ++l) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      widths[c] = std::max(widths[c], lines_[l][c].size());
    }
  }
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (widths[c] > 0) widths[c] = std::max(widths[c], lines_[0][c].size());
  }
  for (const auto& cells : lines_) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (widths[c] == 0) continue;
      const std::string space(widths[c] - cells[c].size(), ' ');
      line += "  " + (columns_[c].right ? space + cells[c] : cells[c] + space);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

}  // namespace relatile::plan::detail
