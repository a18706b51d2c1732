// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/text/excerpt.hpp"
#include "relatile/io/csv_fields.hpp"

namespace relatile::io {

/// The names in a header, one a column. As NumPy's genfromtxt reads them: also after the sign of a
/// comment.
inline std::vector<std::string> parse_csv_header(std::string_view line, const CsvFormat& format) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (format.skip_rows == 0) line = detail::without_mark(line);
  line = detail::trimmed(line);
  if (format.comment != '\0' && line.starts_with(format.comment)) line.remove_prefix(1);
  line = detail::trimmed(line.substr(0, detail::begin_of_comment(line, format)));
  std::vector<std::string> names;
  if (line.empty()) return names;
  for (std::optional<std::string_view> row = line; row;) {
    const std::string_view field = detail::next_field(row, format);
    const std::string_view text = detail::unquoted(field, format).value_or(field);
    std::string& name = names.emplace_back();
    for (std::size_t i = 0; i < text.size(); ++i) {
      name += text[i];
      if (text.data() != field.data() && text[i] == format.quote) ++i;  // which was there twice
    }
  }
  return names;
}

/// The numbers of the columns that are asked for, of `columns`, whose names may be known. Throws an
/// Error for one that is not there; none if all are meant.
inline std::vector<std::int64_t> chosen_columns(const std::vector<CsvColumn>& wanted,
                                                std::int64_t columns,
                                                const std::vector<std::string>& names,
                                                const std::string& file_name) {
  std::vector<std::int64_t> chosen;
  for (const CsvColumn& column : wanted) {
    std::int64_t number = column.number;
    if (!column.name.empty()) {
      number = std::find(names.begin(), names.end(), column.name) - names.begin();
      if (number == std::ssize(names)) {
        std::string there;
        for (const auto& name : names) there += (there.empty() ? "" : ", ") + excerpt(name);
        throw Error("relatile: " + file_name + " has no column called " + excerpt(column.name) +
                    (there.empty() ? "; no header was asked for, or it is empty"
                                   : "; its header has " + there));
      }
    } else if (number < 0) {
      number += columns;
    }
    if (number < 0 || number >= columns) {
      throw Error("relatile: " + file_name + " has " + std::to_string(columns) +
                  " columns, none of the number " + std::to_string(column.number));
    }
    chosen.push_back(number);
  }
  return chosen;
}

}  // namespace relatile::io
