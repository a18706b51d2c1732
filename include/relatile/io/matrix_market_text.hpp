// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/core/text/excerpt.hpp"
#include "relatile/io/csv_fields.hpp"

// The beginning of files in the Matrix Market's format: a banner, comments, the shape. Numbers
// follow, one a line, column after column.
namespace relatile::io {

/// What a matrix and its transpose have to do with each other, of which a file has one half.
enum class Symmetry { general, symmetric, skew_symmetric, hermitian };

/// What the numbers of a file are.
enum class MarketField { real, integer, complex };

/// What the beginning of a file says about the numbers that follow it.
struct MarketHeader {
  MarketField field = MarketField::real;
  Symmetry symmetry = Symmetry::general;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t lines = 0;  ///< so many before the first number
};

namespace detail {

inline constexpr std::string_view market_magic = "%%matrixmarket";
inline constexpr std::array<std::string_view, 4> symmetry_names{"general", "symmetric",
                                                                "skew-symmetric", "hermitian"};
inline constexpr std::array<std::string_view, 3> market_fields{"real", "integer", "complex"};

/// The element above the diagonal that goes with one below it.
template <class T>
T mirror(const T& below, Symmetry symmetry) {
  if constexpr (is_complex_v<T>) {
    if (symmetry == Symmetry::hermitian) return std::conj(below);
  }
  if (symmetry != Symmetry::skew_symmetric) return below;
  if constexpr (std::is_integral_v<T> && sizeof(T) >= sizeof(int)) {
    return static_cast<T>(std::make_unsigned_t<T>(0) - static_cast<std::make_unsigned_t<T>>(below));
  } else {
    return static_cast<T>(-below);
  }
}

[[noreturn]] inline void fail_market(const std::string& file_name, std::int64_t line,
                                     const std::string& expected, std::string_view found) {
  throw ParseError("relatile: " + file_name + ":" + std::to_string(line) + ": expected " +
                   expected + ", found " + excerpt(found));
}

inline std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

inline std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  constexpr std::size_t most = 8;  // more are none that a header has
  for (line = trimmed(line); !line.empty() && words.size() < most; line = trimmed(line)) {
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    words.push_back(in_lower_case(word));
    line.remove_prefix(word.size());
  }
  return words;
}

/// The banner: what kind of matrix it is.
inline MarketHeader parse_banner(std::string_view line, const std::string& file_name) {
  const std::vector<std::string> words = words_of(line);
  if (words.size() != 5 || words[0] != market_magic || words[1] != "matrix") {
    fail_market(file_name, 1, "'%%MatrixMarket matrix array real general' or its like", line);
  }
  if (words[2] == "coordinate") {
    throw Error("relatile: " + file_name +
                " has a sparse matrix (coordinate format), which mmread_sparse reads "
                "(relatile/sparse.hpp)");
  }
  if (words[2] != "array") fail_market(file_name, 1, "the format 'array'", words[2]);
  MarketHeader header;
  const std::string& word = words[3] == "double" ? std::string("real") : words[3];
  const auto field = std::find(market_fields.begin(), market_fields.end(), word);
  if (field == market_fields.end()) {
    fail_market(file_name, 1, "'real', 'integer' or 'complex' numbers", words[3]);
  }
  header.field = static_cast<MarketField>(field - market_fields.begin());
  const auto symmetry = std::find(symmetry_names.begin(), symmetry_names.end(), words[4]);
  if (symmetry == symmetry_names.end()) {
    fail_market(file_name, 1, "'general', 'symmetric', 'skew-symmetric' or 'hermitian'", words[4]);
  }
  header.symmetry = static_cast<Symmetry>(symmetry - symmetry_names.begin());
  if (header.symmetry == Symmetry::hermitian && header.field != MarketField::complex) {
    fail_market(file_name, 1, "'complex' numbers of a hermitian matrix", words[3]);
  }
  return header;
}

inline std::int64_t parse_market_extent(std::string_view line, const std::string& word,
                                        std::int64_t number, const std::string& file_name) {
  std::int64_t extent = -1;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), extent);
  if (error != std::errc() || end != word.data() + word.size() || extent < 0) {
    fail_market(file_name, number, "two extents below 2^63", line);
  }
  return extent;
}

/// Throws ParseError for a matrix that has a symmetry and is not square.
inline void require_market_square(std::string_view line, const std::string& file_name,
                                  const MarketHeader& header) {
  if (header.symmetry == Symmetry::general || header.rows == header.columns) return;
  fail_market(file_name, header.lines, "as many rows as columns", line);
}

inline void parse_market_shape(std::string_view line, const std::string& file_name,
                               MarketHeader& header) {
  const std::vector<std::string> words = words_of(line);
  if (words.size() != 2) fail_market(file_name, header.lines, "two extents", line);
  header.rows = parse_market_extent(line, words[0], header.lines, file_name);
  header.columns = parse_market_extent(line, words[1], header.lines, file_name);
  std::int64_t bytes = 16;
  if (__builtin_mul_overflow(bytes, std::max<std::int64_t>(header.rows, 1), &bytes) ||
      __builtin_mul_overflow(bytes, std::max<std::int64_t>(header.columns, 1), &bytes)) {
    fail_market(file_name, header.lines, "a matrix of less than 2^63 bytes", line);
  }
  require_market_square(line, file_name, header);
}

}  // namespace detail

/// Whether these may be the first bytes of a file of this format.
inline bool is_matrix_market(std::string_view first_bytes) {
  return detail::in_lower_case(first_bytes.substr(0, detail::market_magic.size())) ==
         detail::market_magic;
}

namespace detail {

/// Calls banner(line) for the first line of a file, and shape(line, number) for the next one that
/// is no comment; false if that is not among the first bytes: read further. Throws ParseError if
/// the file ends before.
template <class Banner, class Shape>
bool visit_market_header(std::string_view first_bytes, bool ends_file, const std::string& file_name,
                         Banner&& banner, Shape&& shape) {
  for (std::int64_t number = 1;; ++number) {
    const std::size_t newline = first_bytes.find('\n');
    if (newline == first_bytes.npos && !ends_file) return false;
    std::string_view line = first_bytes.substr(0, newline);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (number == 1) {
      banner(line);
    } else if (const auto text = trimmed(line); !text.empty() && text[0] != '%') {
      shape(text, number);
      return true;
    }
    if (newline == first_bytes.npos) {
      fail_market(file_name, number, "the extents of a matrix", {});
    }
    first_bytes.remove_prefix(newline + 1);
  }
}

}  // namespace detail

/// Reads the header from the first bytes of a file; nothing if it goes on after them: read further.
/// Throws ParseError naming file and line; an Error for a sparse matrix.
inline std::optional<MarketHeader> parse_market_header(std::string_view first_bytes, bool ends_file,
                                                       const std::string& file_name) {
  MarketHeader header;
  const bool is_whole = detail::visit_market_header(
      first_bytes, ends_file, file_name,
      [&](std::string_view line) { header = detail::parse_banner(line, file_name); },
      [&](std::string_view line, std::int64_t number) {
        header.lines = number;
        detail::parse_market_shape(line, file_name, header);
      });
  return is_whole ? std::optional(header) : std::nullopt;
}

/// What precedes the numbers; `comment` may have several lines. With a number of entries it is the
/// header of the coordinate format.
inline std::string market_header_text(const MarketHeader& header, std::string_view comment,
                                      std::optional<std::int64_t> entries = {}) {
  std::string text = entries ? "%%MatrixMarket matrix coordinate " : "%%MatrixMarket matrix array ";
  (text += detail::market_fields[static_cast<std::size_t>(header.field)]) += ' ';
  (text += detail::symmetry_names[static_cast<std::size_t>(header.symmetry)]) += '\n';
  while (!comment.empty()) {
    const std::size_t newline = comment.find('\n');
    ((text += '%') += comment.substr(0, newline)) += '\n';
    comment.remove_prefix(newline == comment.npos ? comment.size() : newline + 1);
  }
  text += std::to_string(header.rows) + ' ' + std::to_string(header.columns);
  if (entries) text += ' ' + std::to_string(*entries);
  return text + '\n';
}

}  // namespace relatile::io
