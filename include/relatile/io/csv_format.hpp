// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace relatile::io {

/// A column of a text: by its number, from 0 or, negative, from the end, or by its name.
struct CsvColumn {
  std::int64_t number = 0;
  std::string name = {};  ///< empty: the number counts

  CsvColumn(int column) : number(column) {}                          // NOLINT: a number is a column
  CsvColumn(std::int64_t column) : number(column) {}                 // NOLINT
  CsvColumn(std::string column) : name(std::move(column)) {}         // NOLINT: and so is a name
  CsvColumn(const char* column) : CsvColumn(std::string(column)) {}  // NOLINT
};

/// How numbers are written in a text.
struct CsvFormat {
  char delimiter = ',';        ///< a blank or a tab means any run of blanks
  std::int64_t skip_rows = 0;  ///< so many lines of the file are passed over, whatever they hold
  char comment = '#';          ///< from here to the line's end is passed over; zero for none
  char quote = '"';     ///< around fields that may hold any of these; twice for one; zero for none
  bool header = false;  ///< the first line after those has the names of the columns
  std::vector<CsvColumn> usecols = {};  ///< these columns, in this order; none: all
  /// What an empty field becomes, and what one of `missing_values` does; without it an empty field
  /// is an error.
  std::optional<double> filling_value = {};
  std::vector<std::string> missing_values = {};
};

/// The numbers that a text file can hold.
template <class T>
concept CsvNumber = std::is_same_v<T, float> || std::is_same_v<T, double> ||
    (std::is_integral_v<T> && !std::is_same_v<T, bool>);

}  // namespace relatile::io
