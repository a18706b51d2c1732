// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/core/text/excerpt.hpp"
#include "relatile/io/hdf5/impl/numbers_of_root.hpp"
#include "relatile/io/hdf5/impl/shown_object.hpp"
#include "relatile/io/hdf5/impl/types.hpp"
#include "relatile/io/npy_dictionary.hpp"
#include "relatile/transport/transport.hpp"

// Which datasets a file has, and what one of them is. One process looks, and tells the others.

namespace relatile::io::detail {

/// The names of all datasets of an open file.
inline std::vector<std::string> datasets_of(hid_t file, const std::string& path) {
  std::vector<std::string> names;
#if H5_VERSION_GE(1, 12, 0)
  using Info = H5O_info2_t;
#else
  using Info = H5O_info_t;
#endif
  const auto visit = [](hid_t, const char* name, const Info* info, void* data) -> herr_t {
    if (info->type != H5O_TYPE_DATASET) return 0;
    return guarded_visit([&] { static_cast<std::vector<std::string>*>(data)->emplace_back(name); });
  };
#if H5_VERSION_GE(1, 12, 0)
  const herr_t done = H5Ovisit3(file, H5_INDEX_NAME, H5_ITER_INC, visit, &names, H5O_INFO_BASIC);
#else
  const herr_t done = H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, visit, &names, H5O_INFO_BASIC);
#endif
  require_hdf5(done, "read the names in", path);
  return names;
}

/// Names for an error, as many as one can read.
inline std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 20;
  if (names.empty()) return "none";
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
  return text;
}

/// Names one after the other, each with a zero at its end, which none contains.
inline std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + '\0';
  return text;
}
inline std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size(); at += names.back().size() + 1) {
    names.emplace_back(text.c_str() + at);
  }
  return names;
}

/// A dataset and how its elements lie.
struct DatasetInFile {
  NpyHeader header;       ///< its data_offset is -1 where they don't lie in one piece
  std::string name = {};  ///< what it is called in the file
};

/// The name of the dataset that is meant. Throws an Error if there is no such one.
inline std::string chosen_dataset(hid_t file, const std::string& path, const std::string& wanted) {
  const std::string name = plain_name(wanted);
  if (name.empty()) {
    const std::vector<std::string> names = datasets_of(file, path);
    if (names.size() == 1) return names[0];
    throw Error("relatile: load: " + path + " has the datasets " + listed(names) +
                "; name the one that is to be loaded");
  }
  const Hdf5Object object(H5Oopen(file, name.c_str(), H5P_DEFAULT), H5Oclose);
  if (object.is_there() && H5Iget_type(object.id()) == H5I_DATASET) return name;
  const std::string why = words_of_hdf5();
  const std::vector<std::string> names = datasets_of(file, path);
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    throw IoError("relatile: cannot open " + path + ":" + name + ": " + why);
  }
  throw Error("relatile: load: " + path + " has no dataset " + excerpt(name) +
              (object.is_there() ? ", that is a group" : "") + "; its datasets are " +
              listed(names));
}

/// What HDF5 has for a shape.
inline Hdf5Object space_of_shape(const Extents& shape) {
  std::array<hsize_t, max_rank> extents{};
  std::copy(shape.begin(), shape.end(), extents.begin());
  return {shape.empty() ? H5Screate(H5S_SCALAR)
                        : H5Screate_simple(shape.rank(), extents.data(), nullptr),
          H5Sclose};
}

inline Extents shape_of_space(hid_t space, const std::string& name) {
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 0 || H5Sget_simple_extent_type(space) == H5S_NULL) {
    throw Error("relatile: load: " + name + " has no elements, not even a shape");
  }
  if (rank > max_rank) {
    throw Error("relatile: load: " + name + " has " + std::to_string(rank) +
                " dimensions; arrays have at most " + std::to_string(max_rank));
  }
  std::array<hsize_t, H5S_MAX_RANK> extents{};
  H5Sget_simple_extent_dims(space, extents.data(), nullptr);
  Extents shape;
  for (int d = 0; d < rank; ++d) {
    shape.push_back(static_cast<std::int64_t>(extents[static_cast<std::size_t>(d)]));
  }
  return shape;
}

/// Where the elements of a dataset begin, if they lie one after the other in the file itself; -1 if
/// they are in chunks, within the header, in other files, or not there yet.
inline std::int64_t offset_of_elements(hid_t dataset) {
  const Hdf5Object made(H5Dget_create_plist(dataset), H5Pclose);
  if (H5Pget_layout(made.id()) != H5D_CONTIGUOUS || H5Pget_external_count(made.id()) > 0) return -1;
  H5D_space_status_t space = H5D_SPACE_STATUS_NOT_ALLOCATED;  // where an offset would mean nothing
  H5Dget_space_status(dataset, &space);
  if (space != H5D_SPACE_STATUS_ALLOCATED) return -1;
  const haddr_t offset = H5Dget_offset(dataset);
  return offset == HADDR_UNDEF ? -1 : static_cast<std::int64_t>(offset);
}

/// Throws an Error for chunks that this HDF5 can't unpack.
inline void require_filters(hid_t dataset, const std::string& name) {
  const Hdf5Object made(H5Dget_create_plist(dataset), H5Pclose);
  const int count = H5Pget_nfilters(made.id());
  for (unsigned i = 0; static_cast<int>(i) < count; ++i) {
    unsigned flags = 0, config = 0;
    std::size_t values = 0;
    std::array<char, 64> called{};
    const H5Z_filter_t filter = H5Pget_filter2(made.id(), i, &flags, &values, nullptr,
                                               called.size(), called.data(), &config);
    if (H5Zfilter_avail(filter) > 0) continue;
    called.back() = '\0';
    throw Error("relatile: load: " + name + " is packed by the filter " + std::to_string(filter) +
                " (" + called.data() + "), for which HDF5 finds no plugin");
  }
}

/// What a dataset of an open file is. Throws an Error for elements that are no numbers.
inline DatasetInFile describe_dataset(hid_t file, const std::string& path,
                                      const std::string& wanted) {
  DatasetInFile found{{}, chosen_dataset(file, path, wanted)};
  const std::string shown = path + ":" + found.name;
  const Hdf5Object dataset(H5Dopen2(file, found.name.c_str(), H5P_DEFAULT), H5Dclose);
  require_hdf5(dataset.id(), "open", shown);
  require_filters(dataset.id(), shown);
  const Hdf5Object type(H5Dget_type(dataset.id()), H5Tclose);
  const std::optional<StoredType> stored = stored_type_of(type.id());
  if (!stored) {
    throw Error("relatile: load: " + shown + " has " + name_of_hdf5_type(type.id()) +
                " as elements; expected numbers");
  }
  const Hdf5Object space(H5Dget_space(dataset.id()), H5Sclose);
  found.header = {stored->element, stored->swapped, false, shape_of_space(space.id(), shown),
                  offset_of_elements(dataset.id())};
  return found;
}

// ---- Telling the others -----------------------------------------------------------------------

/// Site 0's description of a dataset, on all sites. Collective.
inline DatasetInFile described_by_root(transport::Transport& sites, const DatasetInFile& mine) {
  const NpyHeader& header = mine.header;
  std::vector<std::int64_t> numbers{static_cast<std::int64_t>(header.element.kind),
                                    header.element.size, header.element.alignment, header.swapped,
                                    header.data_offset};
  const std::size_t before = numbers.size();
  numbers.insert(numbers.end(), header.shape.begin(), header.shape.end());
  const std::vector<std::int64_t> told = numbers_of_root(sites, numbers);
  DatasetInFile found{{}, sites.text_from(0, mine.name)};
  found.header.element = {static_cast<ElementKind>(told[0]), static_cast<std::uint32_t>(told[1]),
                          static_cast<std::uint32_t>(told[2])};
  found.header.swapped = told[3] != 0;
  found.header.data_offset = told[4];
  for (std::size_t i = before; i < told.size(); ++i) found.header.shape.push_back(told[i]);
  return found;
}

}  // namespace relatile::io::detail
