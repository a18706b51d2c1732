// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/hdf5/datasets.hpp"

#include <string>
#include <vector>

#if defined(RELATILE_HAS_HDF5)
#include "relatile/io/hdf5/impl/load.hpp"
#include "relatile/io/hdf5/impl/save.hpp"
#else
#include "relatile/io/hdf5/impl/absent.hpp"
#endif
#include "relatile/io/impl/wanted.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::io {

namespace detail {

inline std::string text_of_slices(const std::vector<Slice>& slices) {
  std::string text;
  for (const Slice& s : slices) {
    text +=
        " " + std::to_string(s.start) + ":" + std::to_string(s.stop) + ":" + std::to_string(s.step);
  }
  return text.empty() ? "" : " of" + text;
}

inline std::string text_of_names(const std::vector<NamedArray>& arrays) {
  std::string names;
  for (const NamedArray& array : arrays) names += (names.empty() ? "" : ", ") + array.name;
  return names;
}

#if defined(RELATILE_COMPILED)
Hdf5Reader hdf5_reader() { return {&load_hdf5_wanted, &names_of_datasets}; }
#else
/// From here on `load` reads HDF5's files.
inline const bool reads_hdf5 = [] {
  hdf5_reader() = {&load_hdf5_wanted, &names_of_datasets};
  return true;
}();
#endif

}  // namespace detail

RELATILE_INLINE tra::NodePtr load_hdf5_as(const std::string& path, const std::string& name,
                                          ElementType element, int rank,
                                          const std::vector<Slice>& slices) {
  const transport::Operation operation(
      "load_hdf5", path + ":" + name + " as " + element.name() + " of " + std::to_string(rank) +
                       " dimensions" + detail::text_of_slices(slices));
  return detail::load_hdf5_wanted(path, {element, rank, name, slices});
}

RELATILE_INLINE tra::NodePtr load_hdf5_any(const std::string& path, const std::string& name,
                                           const std::vector<Slice>& slices) {
  const transport::Operation operation("load_hdf5",
                                       path + ":" + name + detail::text_of_slices(slices));
  return detail::load_hdf5_wanted(path, {{}, {}, name, slices});
}

RELATILE_INLINE void save_hdf5_any(const std::string& path, const std::vector<NamedArray>& arrays,
                                   Hdf5Mode mode) {
  const transport::Operation operation("save_hdf5",
                                       path + " (" + detail::text_of_names(arrays) +
                                           (mode == Hdf5Mode::replace ? ") as a new file" : ")"));
  detail::save_in_hdf5(path, arrays, mode);
}

}  // namespace relatile::io

namespace relatile {

RELATILE_INLINE std::vector<std::string> hdf5_datasets(const std::string& path, SourceLine line) {
  const AskedFrom scope(line);
  const transport::Operation operation("hdf5_datasets", path);
  return io::detail::names_of_datasets(path);
}

}  // namespace relatile
