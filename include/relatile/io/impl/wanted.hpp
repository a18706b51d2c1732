// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/error.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::io::detail {

/// What `load` is asked for, as far as it is known.
struct Wanted {
  std::optional<ElementType> element = {};  ///< none: what the file has
  std::optional<int> rank = {};
  std::string name = {};
  std::vector<Slice> slices =
      {};  ///< of HDF5's files, axis by axis; whole ones where there are none
};

/// Who reads HDF5's files. Both are collective.
struct Hdf5Reader {
  tra::NodePtr (*load)(const std::string& path, const Wanted& wanted);
  std::vector<std::string> (*names)(const std::string& path);
};

#if defined(RELATILE_COMPILED)
/// In the library it is known when it is compiled.
Hdf5Reader hdf5_reader();
#else
[[noreturn]] inline void fail_without_hdf5_header(const std::string& path) {
  throw Error("relatile: load: " + path +
              " is an HDF5 file; include <relatile/hdf5.hpp> where it is loaded");
}

/// From headers alone HDF5's are included only where <relatile/hdf5.hpp> is, which puts its own
/// here.
inline Hdf5Reader& hdf5_reader() {
  static Hdf5Reader reader{
      [](const std::string& path, const Wanted&) -> tra::NodePtr {
        fail_without_hdf5_header(path);
      },
      [](const std::string& path) -> std::vector<std::string> { fail_without_hdf5_header(path); }};
  return reader;
}
#endif

}  // namespace relatile::io::detail
