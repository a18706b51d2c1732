// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "relatile/io/csv_format.hpp"

// Lines of a text, and the fields of a line.
namespace relatile::io::detail {

/// A first line without the byte order mark that some programs begin texts in UTF-8 with.
inline std::string_view without_mark(std::string_view line) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (line.starts_with(mark)) line.remove_prefix(mark.size());
  return line;
}

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

inline bool is_delimiter(char c, const CsvFormat& format) {
  return is_blank(format.delimiter) ? is_blank(c) : c == format.delimiter;
}

/// Where the comment of a line begins, and nothing is in quotes before it; npos if nowhere.
inline std::size_t begin_of_comment(std::string_view line, const CsvFormat& format) {
  if (format.comment == '\0') return line.npos;
  if (format.quote == '\0' || line.find(format.quote) == line.npos)
    return line.find(format.comment);
  bool quoted = false;
  bool begins = true;  // a field, so that a quote counts
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted) {
      quoted = c != format.quote;
      begins = !quoted;  // one more quote goes on
    } else if (c == format.comment) {
      return i;
    } else if (c == format.quote && begins) {
      quoted = true;
    } else {
      begins = is_delimiter(c, format) || (begins && is_blank(c));
    }
  }
  return line.npos;
}

/// Calls `visit(row, line_number)` for every line that has something in it: without its end, its
/// comment and the blanks around it.
template <class Visit>
void for_each_row(std::string_view lines, const CsvFormat& format, std::int64_t line_number,
                  Visit&& visit) {
  const std::int64_t passed_over = format.skip_rows + (format.header ? 1 : 0);
  for (; !lines.empty(); ++line_number) {
    const std::size_t newline = lines.find('\n');
    std::string_view row = lines.substr(0, newline);
    lines.remove_prefix(newline == lines.npos ? lines.size() : newline + 1);
    if (line_number <= passed_over) continue;
    if (line_number == 1) row = without_mark(row);
    if (row.ends_with('\r')) row.remove_suffix(1);
    row = trimmed(row.substr(0, begin_of_comment(row, format)));
    if (!row.empty() && !visit(row, line_number)) return;
  }
}

/// Where a field in quotes ends, after its last quote; npos if it does not.
inline std::size_t end_of_quoted(std::string_view text, char quote) {
  std::size_t at = text.find(quote, 1);
  while (at != text.npos && at + 1 < text.size() && text[at + 1] == quote) {
    at = text.find(quote, at + 2);
  }
  return at == text.npos ? at : at + 1;
}

inline bool begins_quoted(std::string_view field, const CsvFormat& format) {
  return format.quote != '\0' && field.starts_with(format.quote);
}

/// Takes the first field off a row of at least one, without the blanks around it and with its
/// quotes; nothing is left after the last.
inline std::string_view next_field(std::optional<std::string_view>& row, const CsvFormat& format) {
  const bool blanks = is_blank(format.delimiter);
  if (!blanks) {
    while (!row->empty() && is_blank(row->front())) row->remove_prefix(1);
  }
  std::size_t begin = 0;
  if (begins_quoted(*row, format)) begin = end_of_quoted(*row, format.quote);
  const std::size_t end = begin == row->npos ? begin
                          : blanks           ? row->find_first_of(" \t", begin)
                                             : row->find(format.delimiter, begin);
  const std::string_view field = row->substr(0, end);
  if (end == row->npos) {
    row.reset();
  } else {
    row->remove_prefix(end + 1);
    if (blanks) row = trimmed(*row);
  }
  return trimmed(field);
}

/// What is in the quotes of a field, quotes within doubled; a field without any as it is. Nothing
/// for quotes that do not end, or end before the field does.
inline std::optional<std::string_view> unquoted(std::string_view field, const CsvFormat& format) {
  if (!begins_quoted(field, format)) return field;
  if (end_of_quoted(field, format.quote) != field.size()) return std::nullopt;
  return field.substr(1, field.size() - 2);
}

inline std::int64_t count_fields(std::string_view text, const CsvFormat& format) {
  std::int64_t fields = 0;
  for (std::optional<std::string_view> row = text; row; ++fields) next_field(row, format);
  return fields;
}

}  // namespace relatile::io::detail
