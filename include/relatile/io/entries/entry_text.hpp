// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include "relatile/core/element_type.hpp"
#include "relatile/io/csv_text.hpp"
#include "relatile/io/matrix_market_text.hpp"
#include "relatile/io/number_text.hpp"

// Texts of a sparse matrix's entries, a line each: a row, a column, and a number, with blanks
// between them. The Matrix Market's coordinate format, FROSTT's tensors and lists of edges are
// such.
namespace relatile::io {

/// How a line says what an entry is.
struct EntryFormat {
  std::string_view comments = "#";  ///< one sign or two: from there on a line is passed over
  std::int64_t skip_rows = 0;       ///< so many lines of the file are passed over
  std::int64_t first_index = 1;     ///< the number of the first row and column, within 2^32
  std::int64_t rows = std::numeric_limits<std::int32_t>::max();  ///< so many there can be
  std::int64_t columns = std::numeric_limits<std::int32_t>::max();
  int numbers = 1;  ///< after row and column; without any an entry is a one, two are complex
  Symmetry symmetry = Symmetry::general;           ///< an entry also stands for its mirror image
  std::string_view fields = "a row and a column";  ///< what a line has, for errors
  std::string_view advice = {};                    ///< what errors say besides
};

/// Entries by keys, row * 2^32 + column, from 0, in the order of their lines.
template <class T>
struct ParsedEntries {
  /// vector<bool> has no elements in memory.
  using Stored = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;
  std::vector<std::int64_t> keys;
  std::vector<Stored> values;
  std::int64_t lines = 0;  ///< that have an entry
  std::int64_t rows = 0;   ///< that entries need
  std::int64_t columns = 0;
};

namespace detail {

/// Takes the first field off a row that neither begins nor ends with a blank; nothing is left after
/// the last.
inline std::string_view take_field(std::string_view& row) {
  std::size_t size = 0;
  while (size < row.size() && !is_blank(row[size])) ++size;
  const std::string_view field = row.substr(0, size);
  while (size < row.size() && is_blank(row[size])) ++size;
  row.remove_prefix(size);
  return field;
}

/// The fields of a line as what they stand for, or a ParseError that names file and line.
struct FieldsOfLine {
  /// From 0; `what` has so many places, of which the first one is called `first`.
  std::int64_t index(std::string_view field, const std::string& what, std::int64_t first,
                     std::int64_t extent) const {
    std::int64_t found = 0;
    if (parse_number(field, found) && found >= first) {
      const auto from_first = static_cast<std::uint64_t>(found) - static_cast<std::uint64_t>(first);
      if (from_first < static_cast<std::uint64_t>(extent)) {
        return static_cast<std::int64_t>(from_first);
      }
    }
    fail_csv(file_name, line,
             "expected " + what + " from " + std::to_string(first) + " to " +
                 std::to_string(first + extent - 1) + ", found " + excerpt(field));
  }

  template <class R>
  R number(std::string_view field) const {
    R found{};
    if (parse_number(field, found)) return found;
    fail_csv(file_name, line, expected_number<R>() + excerpt(field));
  }

  const std::string& file_name;
  std::int64_t line;
};

/// Parses lines as entries; knows what errors have to name.
template <class T>
class EntryReader {
 public:
  EntryReader(const EntryFormat& format, const std::string& file_name, ParsedEntries<T>& out)
      : format_(format), file_name_(file_name), out_(out) {}

  void read(std::string_view line, std::int64_t number) {
    std::string_view rest = line;
    const std::string_view row = take_field(rest);
    const std::string_view column = take_field(rest);
    const std::string_view first = take_field(rest);
    const std::string_view second = take_field(rest);
    const int found = column.empty() ? 0 : first.empty() ? 0 : second.empty() ? 1 : 2;
    if (column.empty() || found != format_.numbers || !rest.empty()) {
      fail_csv(file_name_, number,
               "expected " + std::string(format_.fields) + ", found " + excerpt(line) +
                   std::string(format_.advice));
    }
    const FieldsOfLine fields{file_name_, number};
    const std::int64_t i = fields.index(row, "a row", format_.first_index, format_.rows);
    const std::int64_t j = fields.index(column, "a column", format_.first_index, format_.columns);
    add(i, j, value(first, second, fields));
    ++out_.lines;
  }

 private:
  T value(std::string_view first, std::string_view second, const FieldsOfLine& fields) const {
    if (format_.numbers == 0) return T(1);
    if constexpr (is_complex_v<T>) {
      using R = real_t<T>;
      const R real = fields.number<R>(first);
      return {real, format_.numbers == 2 ? fields.number<R>(second) : R(0)};
    } else if constexpr (std::is_same_v<T, bool>) {
      return fields.number<std::int64_t>(first) != 0;
    } else {
      return fields.number<T>(first);
    }
  }

  void add(std::int64_t row, std::int64_t column, const T& value) {
    out_.rows = std::max(out_.rows, row + 1);
    out_.columns = std::max(out_.columns, column + 1);
    out_.keys.push_back(row << 32 | column);
    out_.values.push_back(value);
    if (format_.symmetry == Symmetry::general || row == column) return;
    out_.rows = std::max(out_.rows, column + 1);
    out_.columns = std::max(out_.columns, row + 1);
    out_.keys.push_back(column << 32 | row);
    out_.values.push_back(mirror(value, format_.symmetry));
  }

  const EntryFormat& format_;
  const std::string& file_name_;
  ParsedEntries<T>& out_;
};

}  // namespace detail

/// Appends the entries of all lines that have something in them but blanks and a comment.
/// `first_line` is the number in the file, from 1, of the first line. Throws ParseError naming file
/// and line for another number of fields, for an index that is none of a row or column, and for
/// what is no number of type T.
template <class T>
void parse_entries(std::string_view lines, const EntryFormat& format, std::int64_t first_line,
                   const std::string& file_name, ParsedEntries<T>& out) {
  const CsvFormat rows{.delimiter = ' ',
                       .skip_rows = format.skip_rows,
                       .comment = format.comments[0],
                       .quote = '\0'};
  detail::EntryReader<T> reader(format, file_name, out);
  detail::for_each_row(lines, rows, first_line, [&](std::string_view row, std::int64_t line) {
    if (format.comments.size() > 1)
      row = detail::trimmed(row.substr(0, row.find(format.comments[1])));
    if (!row.empty()) reader.read(row, line);
    return true;
  });
}

/// Appends the indices, counted from `first`, of a place whose first one is `row`; `column` numbers
/// those along the other axes, of which one has `strides` places to its next index: {1} of a
/// matrix.
inline void append_indices(std::string& text, std::int64_t row, std::int64_t column,
                           const std::vector<std::int64_t>& strides, std::int64_t first) {
  append_number(text, row + first);
  for (const std::int64_t stride : strides) {
    append_number(text += ' ', column / stride + first);
    column %= stride;
  }
}

}  // namespace relatile::io
