// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/io/csv_format.hpp"

namespace relatile {

using io::CsvColumn;
using io::CsvFormat;

namespace io::detail {
/// The matrix in a text file, of numbers of the type `element`.
RELATILE_INLINE tra::NodePtr load_csv_node(ElementType element, const std::string& path,
                                           const CsvFormat& format);
/// Its columns, each as a vector of its own type.
RELATILE_INLINE std::vector<tra::NodePtr> load_csv_nodes(const std::vector<ElementType>& elements,
                                                         const std::string& path,
                                                         const CsvFormat& format);
}  // namespace io::detail

/// The numbers in a text file, a row a line: load_csv<double>("x.csv", {.skip_rows = 1}).
/// Collective. Every site reads and parses a part of the file, and the rows stay where they were
/// parsed: no text and no number is sent. A file without rows gives an array of shape (0, 0). A
/// byte order mark before the first line, as some programs write it, is passed over.
///
/// Names of columns are read and used where asked for, columns chosen, missing numbers filled in,
/// as NumPy's genfromtxt does; a field in quotes ends on its line:
/// load_csv<float>("x.csv", {.header = true, .usecols = {"height", -1}, .filling_value = NAN}).
///
///   errors  IoError; ParseError naming file, line and column of the first field that is no number
///           of type T, or the first line of another length than the first row; Error for a column
///           that there is not
template <io::CsvNumber T>
Array<T, 2> load_csv(const std::string& path, const CsvFormat& format = {},
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<T, 2>(io::detail::load_csv_node(element_type_of<T>(), path, format));
}

/// Columns of different types, each as a vector; the text is read once. As many as the types are
/// chosen, or in the file: const auto [id, height] = load_csv_columns<std::int64_t,
/// float>("x.csv").
///
///   errors  as of load_csv; ShapeMismatch for another number of columns
template <io::CsvNumber... T>
std::tuple<Array<T, 1>...> load_csv_columns(const std::string& path, const CsvFormat& format = {},
                                            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto nodes = io::detail::load_csv_nodes({element_type_of<T>()...}, path, format);
  auto next = nodes.begin();
  return std::tuple<Array<T, 1>...>{Array<T, 1>(*next++)...};
}

/// The names in the header of a text file, one a column. Collective.
///
///   errors  IoError
RELATILE_INLINE std::vector<std::string> csv_names(const std::string& path, CsvFormat format = {},
                                                   SourceLine line = SourceLine::current());

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/impl/csv.hpp"
#endif
