// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"

// Arrays in NumPy's files, .npy: what is saved here numpy.load reads. `load` reads them.

namespace relatile {

namespace io {

/// Evaluates the array that `node` is and saves it; collective. See save.
RELATILE_INLINE void save_any(const std::string& path, const tra::NodePtr& node);

}  // namespace io

/// Saves an array, wherever it is placed, as one NumPy file in C order: save("x.npy", x).
/// Evaluates x; collective. The file appears when it is complete; until then, and after an error,
/// what was there before stays.
///
///   errors  IoError for a file that can't be written and for elements that are no numbers
template <ArrayExpression E>
void save(const std::string& path, const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto array = as_array(x);
  io::save_any(path, array.node());
}

template <ArrayExpression E>
void save(const E&, const std::string&) {
  static_assert(!ArrayExpression<E>,
                "relatile: save: the file comes first, as in NumPy: save(path, x)");
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/impl/npy.hpp"
#endif
