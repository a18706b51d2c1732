// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

namespace relatile::io {

/// How numbers are written in a text.
struct CsvFormat {
  char delimiter = ',';        ///< a blank or a tab means any run of blanks
  std::int64_t skip_rows = 0;  ///< so many lines of the file are passed over, whatever they hold
  char comment = '#';          ///< from here to the line's end is passed over; zero for none
};

/// The numbers that a text file can hold.
template <class T>
concept CsvNumber = std::is_same_v<T, float> || std::is_same_v<T, double> ||
    (std::is_integral_v<T> && !std::is_same_v<T, bool>);

}  // namespace relatile::io
