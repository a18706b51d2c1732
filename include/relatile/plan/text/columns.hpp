// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"

namespace relatile::plan::detail {

/// "12.8 MB": three digits, in the decimal unit that suits.
RELATILE_INLINE std::string scaled_text(double number, const char* unit);
RELATILE_INLINE std::string bytes_text(Bytes bytes);

/// Lines of cells, written below each other.
class Columns {
 public:
  struct Column {
    const char* title;
    std::size_t most;  ///< characters; longer cells end in two dots
    bool right = false;
  };
  explicit Columns(std::vector<Column> columns);

  void add(std::vector<std::string> cells);

  /// Columns in which no line has anything are left out.
  void write(std::ostream& out) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> lines_;
};

}  // namespace relatile::plan::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/text/impl/columns.hpp"
#endif
