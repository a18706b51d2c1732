// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/io/hdf5/mode.hpp"
#include "relatile/io/impl/wanted.hpp"
#include "relatile/io/npz.hpp"

// What a build has that has no HDF5: errors that say so.

namespace relatile::io::detail {

[[noreturn]] inline void fail_without_hdf5(const std::string& path) {
  throw Error("relatile: " + path +
              ": this program was built without HDF5; on Debian: apt-get install "
              "libhdf5-openmpi-dev, then configure again with -DRELATILE_WITH_HDF5=ON");
}

inline tra::NodePtr load_hdf5_wanted(const std::string& path, const Wanted&) {
  fail_without_hdf5(path);
}
inline std::vector<std::string> names_of_datasets(const std::string& path) {
  fail_without_hdf5(path);
}
inline void save_in_hdf5(const std::string& path, const std::vector<NamedArray>&, Hdf5Mode) {
  fail_without_hdf5(path);
}
inline std::string attribute_elements(const std::string& path, const std::string&,
                                      const std::string&, ElementType, std::int64_t) {
  fail_without_hdf5(path);
}
inline std::string attribute_text(const std::string& path, const std::string&, const std::string&) {
  fail_without_hdf5(path);
}
inline void set_attribute_elements(const std::string& path, const std::string&, const std::string&,
                                   ElementType, const Extents&, std::span<const std::byte>) {
  fail_without_hdf5(path);
}
inline void set_attribute_text(const std::string& path, const std::string&, const std::string&,
                               const std::string&) {
  fail_without_hdf5(path);
}
inline std::vector<std::string> attribute_names(const std::string& path, const std::string&) {
  fail_without_hdf5(path);
}

}  // namespace relatile::io::detail
