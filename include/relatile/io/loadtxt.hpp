// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/io/csv.hpp"

namespace relatile {

/// As last argument of loadtxt, in braces: NumPy's names and defaults.
struct LoadTextOptions {
  char delimiter = ' ';       ///< a blank or a tab means any run of blanks
  std::int64_t skiprows = 0;  ///< so many lines of the file are passed over, whatever they hold
  char comments = '#';        ///< from here to the line's end is passed over; zero for none
  std::vector<io::CsvColumn> usecols = {};  ///< these columns, in this order; none: all
};

namespace io::detail {

/// What is in the only column, or the only row.
template <class T>
Array<T, 1> only_line(const std::string& path, const Array<T, 2>& found) {
  if (found.size() == 0) return zeros<T>({0});
  if (found.shape(1) == 1) return found(all_of_axis, 0);
  if (found.shape(0) == 1) return found(0);
  throw ShapeMismatch("relatile: loadtxt: " + path + " has a matrix of shape " +
                      to_string(found.shape()) + ", and a vector is asked for");
}

}  // namespace io::detail

/// The numbers in a text file, a row a line, between blanks, as savetxt writes them: numpy.loadtxt,
/// of which load_csv has more options. It is a matrix, (n, 1) of a vector's file;
/// loadtxt<double, 1>(path) is the vector in the only column, or row. Collective, as load_csv.
///
///   errors  as of load_csv; ShapeMismatch for a vector of several rows and columns
template <io::CsvNumber T = double, int N = 2>
Array<T, N> loadtxt(const std::string& path, const LoadTextOptions& options = {},
                    SourceLine line = SourceLine::current()) {
  static_assert(N == 1 || N == 2, "relatile: loadtxt: a text holds a vector or a matrix");
  const io::CsvFormat format{.delimiter = options.delimiter,
                             .skip_rows = options.skiprows,
                             .comment = options.comments,
                             .quote = '\0',
                             .usecols = options.usecols};
  const Array<T, 2> found = load_csv<T>(path, format, line);
  if constexpr (N == 1) {
    return io::detail::only_line(path, found);
  } else {
    return found;
  }
}

}  // namespace relatile
