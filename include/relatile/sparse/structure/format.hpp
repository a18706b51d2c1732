// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

namespace relatile {

/// How a sparse matrix is stored: which of its dimensions is gone through first, and whether of
/// that all lines are stored (dense, in TACO's words), or those that have entries (compressed).
enum class Format {
  automatic,  ///< by rows, of which all are stored or those that have entries, as these are few
  csr,        ///< by rows, of which all are stored: 4 bytes a row
  dcsr,       ///< by rows, doubly compressed: 8 bytes for each row that has entries
  csc,        ///< by columns, of which all are stored
  dcsc,       ///< by columns, doubly compressed
};

/// The name of a format, as scipy has it of those that it has.
constexpr std::string_view format_name(Format format) {
  switch (format) {
    case Format::csr: return "csr";
    case Format::dcsr: return "dcsr";
    case Format::csc: return "csc";
    case Format::dcsc: return "dcsc";
    default: return "automatic";
  }
}

namespace detail {

constexpr bool is_by_columns(Format format) {
  return format == Format::csc || format == Format::dcsc;
}
constexpr bool is_doubly_compressed(Format format) {
  return format == Format::dcsr || format == Format::dcsc;
}
/// The format of the transpose whose entries are stored in the same order.
constexpr Format transposed_format(Format format) {
  switch (format) {
    case Format::csr: return Format::csc;
    case Format::dcsr: return Format::dcsc;
    case Format::csc: return Format::csr;
    case Format::dcsc: return Format::dcsr;
    default: return format;
  }
}

/// What all ranks have to ask for alike, after the rest of it.
inline std::string in_words(Format format) {
  if (format == Format::automatic) return "";
  return " in the format " + std::string(format_name(format));
}

}  // namespace detail

/// What functions that make a matrix may be asked for: random::sparse(n, m, d, {.format =
/// Format::csc}).
struct FormatOption {
  Format format = Format::automatic;
};

}  // namespace relatile
