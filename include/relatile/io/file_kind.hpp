// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "relatile/io/csv_text.hpp"
#include "relatile/io/matrix_market_text.hpp"
#include "relatile/io/npy_header.hpp"
#include "relatile/io/zip/directory.hpp"

namespace relatile::io {

/// The formats that `load` tells apart.
enum class FileKind { npy, npz, matrix_market, text, hdf5 };

namespace detail {
inline constexpr std::string_view hdf5_magic{"\x89HDF\r\n\x1a\n", 8};

/// HDF5's files may begin with somebody else's bytes: 512 of them, or 1024, 2048, ...
inline bool is_hdf5(std::string_view first_bytes) {
  for (std::size_t at = 0; at < first_bytes.size(); at = at == 0 ? 512 : 2 * at) {
    if (first_bytes.substr(at).starts_with(hdf5_magic)) return true;
  }
  return false;
}
}  // namespace detail

/// What a file is, by its first bytes or, if these say nothing, by the end of its name; what no
/// rule knows is taken for a NumPy file, whose reader says what is wrong with it.
inline FileKind kind_of_file(std::string_view first_bytes, std::string_view path) {
  if (first_bytes.starts_with(detail::npy_magic)) return FileKind::npy;
  if (first_bytes.starts_with(detail::zip_local_magic)) return FileKind::npz;
  if (first_bytes.starts_with(detail::zip_end_magic)) return FileKind::npz;  // of no members
  if (detail::is_hdf5(first_bytes)) return FileKind::hdf5;
  if (is_matrix_market(first_bytes)) return FileKind::matrix_market;
  for (const std::string_view ending : {".csv", ".tsv", ".txt", ".dat"}) {
    if (path.ends_with(ending)) return FileKind::text;
  }
  return FileKind::npy;
}

/// How the numbers of a text are written, by its first line with anything in it: with a comma or
/// a semicolon between them, else with blanks, and with names before them if some field is no
/// number.
inline CsvFormat guess_csv_format(std::string_view first_bytes) {
  CsvFormat format;
  detail::for_each_row(first_bytes, format, 1, [&](std::string_view row, std::int64_t line) {
    format.delimiter = row.find(',') != row.npos ? ',' : row.find(';') != row.npos ? ';' : ' ';
    for (std::optional<std::string_view> rest = row; rest;) {
      const std::string_view field = detail::next_field(rest, format);
      double number = 0;
      const auto text = detail::trimmed(detail::unquoted(field, format).value_or(field));
      format.header = format.header || (!text.empty() && !detail::parse_number(text, number));
    }
    if (format.header) format.skip_rows = line - 1;
    return false;
  });
  return format;
}

}  // namespace relatile::io
