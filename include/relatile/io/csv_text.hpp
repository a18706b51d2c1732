// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/text/excerpt.hpp"
#include "relatile/io/csv_fields.hpp"
#include "relatile/io/csv_format.hpp"

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

/// Throws the ParseError of one line, whose place is written as compilers write theirs.
[[noreturn]] inline void fail_csv(const std::string& file_name, std::int64_t line,
                                  const std::string& what) {
  throw ParseError("relatile: " + file_name + ":" + std::to_string(line) + ": " + what);
}

template <CsvNumber T>
std::string expected_number() {
  if constexpr (std::is_floating_point_v<T>) return "expected a number, found ";
  return "expected a number of type " + element_type_of<T>().name() + ", found ";
}

/// Whether a field without its quotes stands for a number that is not there.
inline bool is_missing(std::string_view field, const CsvFormat& format) {
  const auto& words = format.missing_values;
  return field.empty() || std::find(words.begin(), words.end(), field) != words.end();
}

/// What stands for missing numbers, if anything does. Throws an Error if T has no such number.
template <CsvNumber T>
std::optional<T> filling_of(const CsvFormat& format) {
  if (!format.filling_value) return std::nullopt;
  const double value = *format.filling_value;
  if constexpr (std::is_integral_v<T>) {
    // The ends of T's range as doubles: 2^63 and its like are exact, and just outside.
    constexpr double low = static_cast<double>(std::numeric_limits<T>::min());
    constexpr double high = 2.0 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
    if (!(value >= low && value < high && value == std::trunc(value))) {
      throw Error("relatile: load_csv: the filling value is no number of type " +
                  element_type_of<T>().name());
    }
  }
  return static_cast<T>(value);
}

/// The field without its quotes, which have to be two.
inline std::string_view text_of_field(std::string_view field, const CsvFormat& format,
                                      const std::string& file_name, std::int64_t line,
                                      std::int64_t column) {
  if (const auto text = unquoted(field, format)) return *text;
  fail_csv(file_name, line,
           "column " + std::to_string(column) +
               ": expected a field that ends, on its line, with the quote that it begins with, "
               "found " +
               excerpt(field));
}

inline void require_columns(std::int64_t found, std::int64_t expected, const std::string& file_name,
                            std::int64_t line) {
  if (found == expected) return;
  fail_csv(file_name, line,
           "line has " + std::to_string(found) + (found == 1 ? " column" : " columns") +
               ", expected " + std::to_string(expected));
}

inline constexpr const char* advice_on_missing =
    "; .filling_value says what stands for it, .missing_values which words are nothing, too";

/// What to say of a number that others seem to follow, after what is no delimiter here.
inline std::string advice_on_delimiter(std::string_view field, const CsvFormat& format) {
  const std::size_t at = field.find_first_of(is_blank(format.delimiter) ? ";," : "; \t,");
  double first = 0;
  if (at == field.npos || !parse_number(trimmed(field.substr(0, at)), first)) return "";
  const std::string other = field[at] == '\t' ? "\\t" : std::string(1, field[at]);
  return "; if numbers are separated by '" + other + "', say {.delimiter = '" + other + "'}";
}

/// Reads the fields of rows as numbers of one type.
template <CsvNumber T>
class CsvReader {
 public:
  CsvReader(const CsvFormat& format, const std::string& file_name)
      : format_(format), file_name_(file_name), filling_(filling_of<T>(format)) {}

  T number(std::string_view field, std::int64_t line, std::int64_t column) const {
    T value{};
    const std::string_view text = text_of_field(field, format_, file_name_, line, column);
    if (filling_ && is_missing(text, format_)) return *filling_;
    if (parse_number(trimmed(text), value)) return value;
    fail_csv(file_name_, line,
             "column " + std::to_string(column) + ": " + expected_number<T>() + excerpt(field) +
                 (text.empty() ? advice_on_missing : advice_on_delimiter(text, format_)));
  }

 private:
  const CsvFormat& format_;
  const std::string& file_name_;
  std::optional<T> filling_;
};

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
  const detail::CsvReader<T> reader(format, file_name);
  detail::for_each_row(lines, format, first_line, [&](std::string_view text, std::int64_t line) {
    std::int64_t column = 0;
    for (std::optional<std::string_view> row = text; row;) {
      const std::string_view field = detail::next_field(row, format);
      if (++column > columns && columns > 0) continue;  // counted, for the error below
      out.push_back(reader.number(field, line, column));
    }
    if (columns == 0) columns = column;
    detail::require_columns(column, columns, file_name, line);
    return true;
  });
  return columns;
}

/// Calls `visit(fields, line)` with the fields of every row, `columns` of them, with their quotes.
/// Throws ParseError as parse_csv_lines does.
template <class Visit>
void for_each_fields(std::string_view lines, const CsvFormat& format, std::int64_t columns,
                     std::int64_t first_line, const std::string& file_name, Visit&& visit) {
  std::vector<std::string_view> fields;
  detail::for_each_row(lines, format, first_line, [&](std::string_view text, std::int64_t line) {
    fields.clear();
    for (std::optional<std::string_view> row = text; row;) {
      fields.push_back(detail::next_field(row, format));
      detail::text_of_field(fields.back(), format, file_name, line, std::ssize(fields));
    }
    detail::require_columns(std::ssize(fields), columns, file_name, line);
    visit(fields, line);
    return true;
  });
}

/// The same as parse_csv_lines for the columns of these numbers, in their order: of all others,
/// which are there, no number is expected.
template <CsvNumber T>
void parse_csv_columns(std::string_view lines, const CsvFormat& format, std::int64_t columns,
                       const std::vector<std::int64_t>& chosen, std::int64_t first_line,
                       const std::string& file_name, std::vector<T>& out) {
  const detail::CsvReader<T> reader(format, file_name);
  for_each_fields(lines, format, columns, first_line, file_name,
                  [&](const std::vector<std::string_view>& fields, std::int64_t line) {
                    for (const std::int64_t column : chosen) {
                      const std::string_view field = fields[static_cast<std::size_t>(column)];
                      out.push_back(reader.number(field, line, column + 1));
                    }
                  });
}

}  // namespace relatile::io
