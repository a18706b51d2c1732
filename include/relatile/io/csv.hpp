// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/io/csv_format.hpp"

namespace relatile {

using io::CsvFormat;

namespace io::detail {
/// The matrix in a text file, of numbers of the type `element`.
RELATILE_INLINE tra::NodePtr load_csv_node(ElementType element, const std::string& path,
                                           const CsvFormat& format);
}  // namespace io::detail

/// The numbers in a text file, a row a line: load_csv<double>("x.csv", {.skip_rows = 1}).
/// Collective. Every site reads and parses a part of the file, and the rows stay where they were
/// parsed: no text and no number is sent. A file without rows gives an array of shape (0, 0).
///
///   errors  IoError; ParseError naming file, line and column of the first field that is no number
///           of type T, or the first line of another length than the first row
template <io::CsvNumber T>
Array<T, 2> load_csv(const std::string& path, const CsvFormat& format = {},
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<T, 2>(io::detail::load_csv_node(element_type_of<T>(), path, format));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/impl/csv.hpp"
#endif
