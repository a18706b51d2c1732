// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/hdf5.hpp"
#include "relatile/io/hdf5_attributes.hpp"

#include <string>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/io/impl/wanted.hpp"

namespace relatile::io {

namespace detail {

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

}  // namespace detail

RELATILE_INLINE tra::NodePtr load_hdf5_as(const std::string& path, const std::string&, ElementType,
                                          int, const std::vector<Slice>&) {
  detail::fail_without_hdf5(path);
}
RELATILE_INLINE tra::NodePtr load_hdf5_any(const std::string& path, const std::string&,
                                           const std::vector<Slice>&) {
  detail::fail_without_hdf5(path);
}
RELATILE_INLINE void save_hdf5_any(const std::string& path, const std::vector<NamedArray>&,
                                   Hdf5Mode) {
  detail::fail_without_hdf5(path);
}
RELATILE_INLINE std::string hdf5_attribute_elements(const std::string& path, const std::string&,
                                                    const std::string&, ElementType, std::int64_t) {
  detail::fail_without_hdf5(path);
}
RELATILE_INLINE std::string hdf5_attribute_text(const std::string& path, const std::string&,
                                                const std::string&) {
  detail::fail_without_hdf5(path);
}
RELATILE_INLINE void set_hdf5_attribute_elements(const std::string& path, const std::string&,
                                                 const std::string&, ElementType, const Extents&,
                                                 std::span<const std::byte>) {
  detail::fail_without_hdf5(path);
}
RELATILE_INLINE void set_hdf5_attribute_text(const std::string& path, const std::string&,
                                             const std::string&, const std::string&) {
  detail::fail_without_hdf5(path);
}

}  // namespace relatile::io

namespace relatile {

RELATILE_INLINE std::vector<std::string> hdf5_datasets(const std::string& path, SourceLine) {
  io::detail::fail_without_hdf5(path);
}
RELATILE_INLINE std::vector<std::string> hdf5_attributes(const std::string& path,
                                                         const std::string&, SourceLine) {
  io::detail::fail_without_hdf5(path);
}

}  // namespace relatile
