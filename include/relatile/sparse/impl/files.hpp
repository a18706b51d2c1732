// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/files.hpp"

#include <optional>
#include <string_view>
#include <vector>

#include "relatile/io/impl/market_file.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::detail {

/// The banner, which is that of a dense matrix but for two words.
inline MarketCoordinates parse_coordinate_banner(std::string_view line, const std::string& path) {
  std::vector<std::string> words = io::detail::words_of(line);
  if (words.size() == 5 && words[2] == "array") {
    throw Error("relatile: mmread_sparse: " + path +
                " has a dense matrix (array format), which mmread reads");
  }
  MarketCoordinates file;
  if (words.size() == 5 && words[2] == "coordinate") {
    words[2] = "array";
    file.is_pattern = words[3] == "pattern";
    if (file.is_pattern) words[3] = "integer";
  }
  std::string dense;
  for (const std::string& word : words) dense += word + ' ';
  file.header = io::detail::parse_banner(dense, path);
  return file;
}

inline void parse_coordinate_shape(std::string_view line, const std::string& path,
                                   MarketCoordinates& file) {
  const std::vector<std::string> words = io::detail::words_of(line);
  if (words.size() != 3) {
    io::detail::fail_market(path, file.header.lines, "two extents and a number of entries", line);
  }
  const auto number = [&](const std::string& word) {
    return io::detail::parse_market_extent(line, word, file.header.lines, path);
  };
  file.header.rows = number(words[0]);
  file.header.columns = number(words[1]);
  file.entries = number(words[2]);
  io::detail::require_market_square(line, path, file.header);
}

/// What the first bytes of a file say; nothing if it goes on after them.
inline std::optional<MarketCoordinates> parse_coordinates(std::string_view first_bytes,
                                                          bool ends_file, const std::string& path) {
  MarketCoordinates file;
  const bool is_whole = io::detail::visit_market_header(
      first_bytes, ends_file, path,
      [&](std::string_view line) { file = parse_coordinate_banner(line, path); },
      [&](std::string_view line, std::int64_t number) {
        file.header.lines = number;
        parse_coordinate_shape(line, path, file);
      });
  return is_whole ? std::optional(file) : std::nullopt;
}

RELATILE_INLINE MarketCoordinates market_coordinates_of(const std::string& path,
                                                        ElementType element) {
  const transport::Operation operation("mmread_sparse", path + " as " + element.name());
  const auto file = transport::current().open_file(path);
  const MarketCoordinates found = io::detail::header_by(*file, parse_coordinates);
  if (!found.is_pattern) io::detail::require_market_type(element, found.header.field, path);
  return found;
}

RELATILE_INLINE void require_entries(const std::string& path, std::int64_t expected,
                                     std::int64_t found) {
  if (expected == found) return;
  throw ParseError(path + ": expected " + std::to_string(expected) + " entries, found " +
                   std::to_string(found));
}

}  // namespace relatile::detail
