// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"

// Several arrays in one file, NumPy's .npz: a ZIP archive of NumPy files. `load` reads them.

namespace relatile {

/// An array with the name that it has in a file: {"weights", w}.
struct NamedArray {
  std::string name;
  tra::NodePtr node;
  Handle handle;  ///< so that what is evaluated for the file is there afterwards

  template <ArrayExpression E>
  NamedArray(std::string in_file, const E& x)
      : NamedArray(std::move(in_file), as_array(x).node()) {}
  NamedArray(std::string in_file, tra::NodePtr array)
      : name(std::move(in_file)), node(std::move(array)), handle(handle_of(*node)) {}
};

namespace io {

/// Evaluates the arrays and saves them; collective. See savez.
RELATILE_INLINE void savez_any(const std::string& path, const std::vector<NamedArray>& arrays);
/// See savez_compressed.
RELATILE_INLINE void savez_compressed_any(const std::string& path,
                                          const std::vector<NamedArray>& arrays);

/// The names that NumPy gives arrays without one.
template <ArrayExpression... E>
std::vector<NamedArray> numbered(const E&... arrays) {
  std::vector<NamedArray> pairs;
  (pairs.emplace_back("arr_" + std::to_string(pairs.size()), arrays), ...);
  return pairs;
}

}  // namespace io

/// Saves arrays under their names as one file that numpy.load reads, uncompressed:
/// savez("x.npz", {{"a", a}, {"b", b}}). Evaluates them all at once; collective: each site writes
/// what it has, and the checksums are of what they wrote. As with save, the file appears when it is
/// complete.
///
///   errors  IoError for a file that can't be written and for elements that are no numbers; Error
///           for a name that is given twice
inline void savez(const std::string& path, const std::vector<NamedArray>& arrays,
                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  io::savez_any(path, arrays);
}

/// The same of arrays that NumPy calls arr_0, arr_1, ...: savez("x.npz", a, b).
template <ArrayExpression... E>
  requires(sizeof...(E) > 0)
void savez(const std::string& path, const E&... arrays) {
  io::savez_any(path, io::numbered(arrays...));
}

/// As savez, but compressed: numpy.savez_compressed. Every site compresses its rows, so arrays are
/// brought to an even split of their first axis; the file is a little longer than of one site.
///
///   errors  as savez
inline void savez_compressed(const std::string& path, const std::vector<NamedArray>& arrays,
                             SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  io::savez_compressed_any(path, arrays);
}
template <ArrayExpression... E>
  requires(sizeof...(E) > 0)
void savez_compressed(const std::string& path, const E&... arrays) {
  io::savez_compressed_any(path, io::numbered(arrays...));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/io/impl/npz.hpp"
#endif
