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
  if (file.header.symmetry != io::Symmetry::general && file.header.rows != file.header.columns) {
    io::detail::fail_market(path, file.header.lines, "as many rows as columns", line);
  }
}

/// What the first bytes of a file say; nothing if it goes on after them.
inline std::optional<MarketCoordinates> parse_coordinates(std::string_view first_bytes,
                                                          bool ends_file, const std::string& path) {
  std::optional<MarketCoordinates> file;
  for (std::int64_t number = 1;; ++number) {
    const std::size_t newline = first_bytes.find('\n');
    if (newline == first_bytes.npos && !ends_file) return std::nullopt;
    std::string_view line = first_bytes.substr(0, newline);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!file) {
      file = parse_coordinate_banner(line, path);
    } else if (const auto text = io::detail::trimmed(line); !text.empty() && text[0] != '%') {
      file->header.lines = number;
      parse_coordinate_shape(text, path, *file);
      return file;
    }
    if (newline == first_bytes.npos) {
      io::detail::fail_market(path, number, "the extents of a matrix", {});
    }
    first_bytes.remove_prefix(newline + 1);
  }
}

RELATILE_INLINE MarketCoordinates market_coordinates_of(const std::string& path,
                                                        ElementType element) {
  const transport::Operation operation("mmread_sparse", path + " as " + element.name());
  const auto file = transport::current().open_file(path);
  for (std::int64_t bytes = 4096;; bytes *= 4) {
    const auto found = parse_coordinates(file->read_prefix(bytes), bytes >= file->size(), path);
    if (!found) continue;
    if (!found->is_pattern) {
      io::detail::require_market_type(element, found->header.field, path);
    }
    return *found;
  }
}

RELATILE_INLINE void require_entries(const std::string& path, std::int64_t expected,
                                     std::int64_t found) {
  if (expected == found) return;
  throw ParseError(path + ": expected " + std::to_string(expected) + " entries, found " +
                   std::to_string(found));
}

}  // namespace relatile::detail
