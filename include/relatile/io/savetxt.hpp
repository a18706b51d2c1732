// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"

namespace relatile {

/// How an array is written as a text.
struct TextFormat {
  char delimiter = ' ';
  std::string header = {};      ///< lines before the numbers
  std::string footer = {};      ///< lines after them
  std::string comments = "# ";  ///< before every line of these
  int precision = -1;           ///< digits after the point, as 1.25e+00; -1: as few as are exact
};

namespace io {

/// Evaluates the array and writes it as a text; collective. See savetxt.
RELATILE_INLINE void savetxt_any(const std::string& path, const tra::NodePtr& node,
                                 const TextFormat& format);

}  // namespace io

/// Writes a matrix as a text, a row a line, or a vector, an element a line, which loadtxt and
/// NumPy's read: savetxt("x.csv", x, {.delimiter = ',', .header = "a,b", .comments = ""}). Unlike
/// NumPy's, numbers have as many digits as they need. Evaluates x; collective: each site writes
/// rows, and holds their text while it does. The file appears when it is complete.
///
///   errors  IoError; Error for complex numbers and for what are no numbers, ShapeMismatch for
///           more than two dimensions
template <ArrayExpression E>
void savetxt(const std::string& path, const E& x, const TextFormat& format = {},
             SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto array = as_array(x);
  io::savetxt_any(path, array.node(), format);
}

template <ArrayExpression E, class... More>
void savetxt(const E&, const std::string&, const More&...) {
  static_assert(!ArrayExpression<E>,
                "relatile: savetxt: the file comes first, as in NumPy: savetxt(path, x)");
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/impl/savetxt.hpp"
#endif
