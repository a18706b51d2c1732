// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/io/entries/entry_text.hpp"

// Texts of the entries of a sparse array of any number of dimensions, a line each: an index of
// every axis, counted from 1, and a number, with blanks between them. FROSTT's files are such.
namespace relatile::io {

/// Entries in the order of their lines.
template <class T>
struct ParsedTensor {
  explicit ParsedTensor(std::size_t axes) : needed(axes, 0) {}

  std::vector<std::int32_t> indices;  ///< from 0, those of an entry beside each other
  std::vector<typename ParsedEntries<T>::Stored> values;
  std::vector<std::int64_t> needed;  ///< extents that entries need
};

/// Appends the entries of all lines that have something in them but blanks and a comment, which '#'
/// begins. Axes have up to `extents` places, of which no more than 2^31 - 1 are numbered.
/// `first_line` is the number in the file, from 1, of the first line. Throws ParseError naming file
/// and line for another number of fields, for an index that is none of its axis, and for what is no
/// number of type T.
template <class T>
void parse_tensor(std::string_view lines, const std::vector<std::int64_t>& extents,
                  std::int64_t first_line, const std::string& file_name, ParsedTensor<T>& out) {
  const CsvFormat rows{.delimiter = ' ', .comment = '#', .quote = '\0'};
  std::vector<std::string> names;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    names.push_back("an index along axis " + std::to_string(axis));
  }
  std::vector<std::string_view> fields(extents.size() + 1);
  detail::for_each_row(lines, rows, first_line, [&](std::string_view row, std::int64_t line) {
    std::string_view rest = row;
    for (std::string_view& field : fields) field = detail::take_field(rest);
    if (fields.back().empty() || !rest.empty()) {
      detail::fail_csv(file_name, line,
                       "expected an index along each of " + std::to_string(extents.size()) +
                           " axes and a number, found " + excerpt(row));
    }
    const detail::FieldsOfLine parsed{file_name, line};
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
      constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
      const std::int64_t index =
          parsed.index(fields[axis], names[axis], 1, std::min(extents[axis], most));
      out.needed[axis] = std::max(out.needed[axis], index + 1);
      out.indices.push_back(static_cast<std::int32_t>(index));
    }
    out.values.push_back(parsed.template number<T>(fields.back()));
    return true;
  });
}

}  // namespace relatile::io
