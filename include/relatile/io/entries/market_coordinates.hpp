// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/io/matrix_market_text.hpp"

// The beginning of the Matrix Market's files in coordinate format, which have a line for each entry
// of a sparse matrix.
namespace relatile::io {

/// What the beginning of such a file says.
struct MarketCoordinates {
  MarketHeader header;
  bool is_pattern = false;   ///< without numbers
  std::int64_t entries = 0;  ///< lines
};

namespace detail {

/// The banner, which is that of a dense matrix but for two words.
inline MarketCoordinates parse_coordinate_banner(std::string_view line,
                                                 const std::string& file_name) {
  std::vector<std::string> words = words_of(line);
  if (words.size() == 5 && words[2] == "array") {
    throw Error("relatile: mmread_sparse: " + file_name +
                " has a dense matrix (array format), which mmread reads");
  }
  if (words.size() != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix" ||
      words[2] != "coordinate") {
    fail_market(file_name, 1, "'%%MatrixMarket matrix coordinate' and two more words", line);
  }
  MarketCoordinates file;
  words[2] = "array";
  file.is_pattern = words[3] == "pattern";
  if (file.is_pattern) words[3] = "integer";
  std::string dense;
  for (const std::string& word : words) dense += word + ' ';
  file.header = parse_banner(dense, file_name);
  return file;
}

inline void parse_coordinate_shape(std::string_view line, const std::string& file_name,
                                   MarketCoordinates& file) {
  const std::vector<std::string> words = words_of(line);
  if (words.size() != 3) {
    fail_market(file_name, file.header.lines, "two extents and a number of entries", line);
  }
  const auto number = [&](const std::string& word) {
    return parse_market_extent(line, word, file.header.lines, file_name);
  };
  file.header.rows = number(words[0]);
  file.header.columns = number(words[1]);
  file.entries = number(words[2]);
  require_market_square(line, file_name, file.header);
}

}  // namespace detail

/// Reads the header from the first bytes of a file; nothing if it goes on after them: read further.
/// Throws ParseError naming file and line; an Error for a dense matrix.
inline std::optional<MarketCoordinates> parse_market_coordinates(std::string_view first_bytes,
                                                                 bool ends_file,
                                                                 const std::string& file_name) {
  MarketCoordinates file;
  const bool is_whole = detail::visit_market_header(
      first_bytes, ends_file, file_name,
      [&](std::string_view line) { file = detail::parse_coordinate_banner(line, file_name); },
      [&](std::string_view line, std::int64_t number) {
        file.header.lines = number;
        detail::parse_coordinate_shape(line, file_name, file);
      });
  return is_whole ? std::optional(file) : std::nullopt;
}

}  // namespace relatile::io
