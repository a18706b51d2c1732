// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/error.hpp"
#include "relatile/io/csv_format.hpp"
#include "relatile/io/excerpt.hpp"

// A file of numbers is read by all sites at once: each takes a range of its bytes, and a line
// belongs to the site whose range holds its first byte.
//
//   range       even_part(file_size, num_sites, site)
//   lines       whole_lines(bytes from max(range.low - 1, 0) on, range, ...)
//   numbering   count_lines(lines), added up over the sites before this one
//   columns     count_columns(lines, ...) of the first site that has a row
//   numbers     parse_csv_lines<T>(lines, ...)
namespace relatile::io {

/// The lines whose first byte lies in `range`, whole.
///
/// `text` is what the file holds from byte max(range.low - 1, 0) on, to the end of the range at
/// least: the byte before the range tells whether a line begins there. Returns nothing if the
/// last line goes on after `text`: read further, and ask again.
inline std::optional<std::string_view> whole_lines(std::string_view text, Range range,
                                                   bool ends_file) {
  const std::int64_t text_begin = std::max<std::int64_t>(range.low - 1, 0);
  std::size_t begin = 0;
  if (range.low > 0) {
    const std::size_t newline = text.find('\n');
    if (newline == text.npos && !ends_file && text_begin + std::ssize(text) < range.high) {
      return std::nullopt;
    }
    begin = newline == text.npos ? text.size() : newline + 1;
  }
  const auto limit = static_cast<std::size_t>(std::max(range.high - text_begin, std::int64_t(0)));
  if (begin >= limit || begin >= text.size()) return text.substr(0, 0);
  // The last line that begins below the limit ends at the first newline from limit - 1 on.
  const std::size_t newline = text.find('\n', limit - 1);
  if (newline == text.npos && !ends_file) return std::nullopt;
  return text.substr(begin, newline == text.npos ? text.npos : newline + 1 - begin);
}

/// The number of lines; the last needs no newline.
inline std::int64_t count_lines(std::string_view lines) {
  const std::int64_t newlines = std::count(lines.begin(), lines.end(), '\n');
  return newlines + (!lines.empty() && lines.back() != '\n' ? 1 : 0);
}

namespace detail {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Calls `visit(row, line_number)` for every line that has something in it: without its end, its
/// comment and the blanks around it.
template <class Visit>
void for_each_row(std::string_view lines, const CsvFormat& format, std::int64_t line_number,
                  Visit&& visit) {
  for (; !lines.empty(); ++line_number) {
    const std::size_t newline = lines.find('\n');
    std::string_view row = lines.substr(0, newline);
    lines.remove_prefix(newline == lines.npos ? lines.size() : newline + 1);
    if (line_number <= format.skip_rows) continue;
    if (row.ends_with('\r')) row.remove_suffix(1);
    if (format.comment != '\0') row = row.substr(0, row.find(format.comment));
    row = trimmed(row);
    if (!row.empty() && !visit(row, line_number)) return;
  }
}

/// Takes the first field off a row of at least one; nothing is left after the last.
inline std::string_view next_field(std::optional<std::string_view>& row, const CsvFormat& format) {
  const bool blanks = is_blank(format.delimiter);
  const std::size_t end = blanks ? row->find_first_of(" \t") : row->find(format.delimiter);
  const std::string_view field = row->substr(0, end);
  if (end == row->npos) {
    row.reset();
  } else {
    row->remove_prefix(end + 1);
    if (blanks) row = trimmed(*row);
  }
  return trimmed(field);
}

/// The one number that `field` is; false if it is anything else.
template <CsvNumber T>
bool parse_number(std::string_view field, T& value) {
  if (field.size() > 1 && field[0] == '+' && field[1] != '-' && field[1] != '+') {
    field.remove_prefix(1);  // what neither parser below accepts
  }
  const char* end = field.data() + field.size();
  if constexpr (std::is_floating_point_v<T>) {
    const auto result = fast_float::from_chars(field.data(), end, value);
    // Some versions report a number too large or too small for T; the value is inf or 0 in all.
    return result.ptr == end &&
           (result.ec == std::errc() || result.ec == std::errc::result_out_of_range);
  } else {
    const auto result = std::from_chars(field.data(), end, value);
    return result.ptr == end && result.ec == std::errc();
  }
}

/// Throws the ParseError of one line, as compilers write theirs.
[[noreturn]] inline void fail_csv(const std::string& file_name, std::int64_t line,
                                  const std::string& what) {
  throw ParseError(file_name + ":" + std::to_string(line) + ": " + what);
}

template <CsvNumber T>
std::string expected_number() {
  if constexpr (std::is_floating_point_v<T>) return "expected a number, found ";
  return "expected a number of type " + element_type_of<T>().name() + ", found ";
}

inline std::int64_t count_fields(std::string_view text, const CsvFormat& format) {
  std::int64_t fields = 0;
  for (std::optional<std::string_view> row = text; row; ++fields) next_field(row, format);
  return fields;
}

}  // namespace detail

/// The number of columns of the first row among `lines`, or 0 if there is no row.
/// `first_line` is the number in the file, from 1, of the first line.
inline std::int64_t count_columns(std::string_view lines, const CsvFormat& format,
                                  std::int64_t first_line) {
  std::int64_t columns = 0;
  detail::for_each_row(lines, format, first_line, [&](std::string_view row, std::int64_t) {
    columns = detail::count_fields(row, format);
    return false;
  });
  return columns;
}

/// Appends the numbers of every row among `lines` to `out`, row after row, and returns how many
/// columns they have: `columns`, or with 0 as many as the first row has.
///
/// Rows are lines with anything in them but blanks and a comment. Floats are read as NumPy's
/// loadtxt reads them: correctly rounded, with inf and nan, whatever the locale is. Throws
/// ParseError, naming file, line and column, for a field that is no number of type T and for a
/// row of another length; `out` then ends in the middle.
template <CsvNumber T>
std::int64_t parse_csv_lines(std::string_view lines, const CsvFormat& format, std::int64_t columns,
                             std::int64_t first_line, const std::string& file_name,
                             std::vector<T>& out) {
  detail::for_each_row(lines, format, first_line, [&](std::string_view text, std::int64_t line) {
    std::int64_t column = 0;
    for (std::optional<std::string_view> row = text; row;) {
      const std::string_view field = detail::next_field(row, format);
      if (++column > columns && columns > 0) continue;  // counted, for the error below
      if (!detail::parse_number(field, out.emplace_back())) {
        detail::fail_csv(file_name, line,
                         "column " + std::to_string(column) + ": " + detail::expected_number<T>() +
                             excerpt(field));
      }
    }
    if (columns == 0) columns = column;
    if (column != columns) {
      detail::fail_csv(file_name, line,
                       "line has " + std::to_string(column) +
                           (column == 1 ? " column" : " columns") + ", expected " +
                           std::to_string(columns));
    }
    return true;
  });
  return columns;
}

}  // namespace relatile::io
