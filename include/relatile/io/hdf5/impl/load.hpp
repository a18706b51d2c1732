// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "relatile/io/hdf5/impl/find.hpp"
#include "relatile/io/impl/read_elements.hpp"
#include "relatile/io/impl/wanted.hpp"

namespace relatile::io::detail {

/// The elements of a dataset that are wanted: from `low` on, as many of each axis as `shape` says,
/// each `step` after the one before it, and those of some axes backwards in the end.
struct Window {
  Extents low;
  Extents step;
  Extents shape;
  std::vector<int> reversed = {};

  bool is_dense() const {
    return std::all_of(step.begin(), step.end(), [](auto s) { return s == 1; });
  }
};

inline Window window_of(const Extents& shape, const std::vector<Slice>& slices,
                        const std::string& name) {
  if (std::ssize(slices) > shape.rank()) {
    throw ShapeMismatch("relatile: load: " + std::to_string(slices.size()) + " slices of " + name +
                        ", which has " + std::to_string(shape.rank()) + " dimensions");
  }
  relatile::detail::Indexing indexing{shape, {}, {}};
  for (const Slice& slice : slices) indexing.add(slice);
  while (indexing.access.rank() < shape.rank()) indexing.add(all_of_axis);
  Window window{{}, {}, indexing.shape};
  for (int d = 0; d < shape.rank(); ++d) {
    const AccessDim& dim = nth(indexing.access.dims, d);
    const bool back = dim.step < 0;
    const std::int64_t last = dim.offset + (window.shape[d] - 1) * dim.step;
    window.low.push_back(back ? last : dim.offset);
    window.step.push_back(dim.distance());
    if (back) window.reversed.push_back(d);
  }
  return window;
}

/// Every site's part of a dataset that lies in one piece. Collective.
inline void read_plain_parts(const ElementsInFile& from, const Extents& whole, const Window& window,
                             const std::vector<ReadPart>& parts) {
  const std::int64_t size = from.header.element.size;
  std::vector<transport::ReadBox> boxes;
  for (const ReadPart& part : parts) {
    Box box = part.box;
    for (int d = 0; d < box.rank() && !box.empty(); ++d) {
      box.low[d] += window.low[d];
      box.high[d] += window.low[d];
    }
    boxes.push_back({box, {part.bytes.get(), static_cast<std::size_t>(box.count() * size)}});
  }
  from.file.read_boxes({from.header.data_offset, size, whole}, boxes);
}

/// One part, by HDF5 itself, without a conversion.
inline void read_selected_part(hid_t dataset, const Window& window, const ReadPart& part,
                               const std::string& name) {
  const Hdf5Object type(H5Dget_type(dataset), H5Tclose);
  const Hdf5Object space(H5Dget_space(dataset), H5Sclose);
  std::array<hsize_t, max_rank> start{}, stride{}, count{};
  const int rank = part.box.rank();
  for (int d = 0; d < rank; ++d) {
    const auto at = static_cast<std::size_t>(d);
    start[at] = static_cast<hsize_t>(window.low[d] + part.box.low[d] * window.step[d]);
    stride[at] = static_cast<hsize_t>(window.step[d]);
    count[at] = static_cast<hsize_t>(part.box.high[d] - part.box.low[d]);
  }
  if (rank > 0) {
    require_hdf5(H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data(), stride.data(),
                                     count.data(), nullptr),
                 "select a part of", name);
  }
  const Hdf5Object memory(
      rank > 0 ? H5Screate_simple(rank, count.data(), nullptr) : H5Screate(H5S_SCALAR), H5Sclose);
  require_hdf5(H5Dread(dataset, type.id(), memory.id(), space.id(), H5P_DEFAULT, part.bytes.get()),
               "read", name);
}

/// Every site's part of any dataset: each process opens the file for itself, if it has a part, and
/// gets the hyperslab of it. Collective.
inline void read_selected_parts(const std::string& path, const DatasetInFile& dataset,
                                const Window& window, const std::vector<ReadPart>& parts) {
  transport::together(transport::current(), [&] {
    const bool none =
        std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.box.empty(); });
    if (none) return;
    const QuietHdf5 quiet;
    const std::string name = path + ":" + dataset.name;
    const Hdf5Object file = open_hdf5(path, H5F_ACC_RDONLY);
    const Hdf5Object opened(H5Dopen2(file.id(), dataset.name.c_str(), H5P_DEFAULT), H5Dclose);
    require_hdf5(opened.id(), "open", name);
    for (const ReadPart& part : parts) {
      if (!part.box.empty()) read_selected_part(opened.id(), window, part, name);
    }
  });
}

/// What a dataset is, on all sites; site 0 looks. Collective.
inline DatasetInFile find_dataset(const std::string& path, const std::string& wanted) {
  transport::Transport& sites = transport::current();
  DatasetInFile mine;
  transport::together(sites, [&] {
    if (!sites.is_root()) return;
    const QuietHdf5 quiet;
    mine = describe_dataset(open_hdf5(path, H5F_ACC_RDONLY).id(), path, wanted);
  });
  return described_by_root(sites, mine);
}

/// Loads what is wanted of a file, which every site opens first: one that can't tells all.
/// Collective.
inline tra::NodePtr load_hdf5_wanted(const std::string& path, const Wanted& wanted) {
  const auto file = transport::current().open_file(path);
  const DatasetInFile dataset = find_dataset(path, wanted.name);
  const Extents whole = dataset.header.shape;
  ElementsInFile from{*file, dataset.header, path + ":" + dataset.name};
  if (wanted.rank) require_rank(whole, *wanted.rank, from.name);
  const Conversion conversion =
      wanted.element ? require_conversion(dataset.header.element, *wanted.element, from.name)
                     : conversion_to_any(dataset.header.element);
  const Window window = window_of(whole, wanted.slices, from.name);
  from.header.shape = window.shape;
  const auto longest = std::max_element(window.shape.begin(), window.shape.end());
  const placement::Placement placement = even_parts(window.shape, longest - window.shape.begin());
  const std::vector<ReadPart> parts = allocate_parts(from, placement, conversion);
  if (volume(window.shape) == 0) {
    // There is nothing to be read, and such a dataset lies nowhere.
  } else if (dataset.header.data_offset >= 0 && window.is_dense()) {
    read_plain_parts(from, whole, window, parts);
  } else {
    read_selected_parts(path, dataset, window, parts);
  }
  tra::NodePtr node = stored_as_read(from, conversion, placement,
                                     elements_of_parts(from.header, parts, conversion));
  for (const int axis : window.reversed) {
    node = relatile::detail::slice_node("flip", node, axis, slice({}, {}, -1));
  }
  return node;
}

/// The names of all datasets, on all sites. Collective.
inline std::vector<std::string> names_of_datasets(const std::string& path) {
  transport::Transport& sites = transport::current();
  const auto file = sites.open_file(path);
  std::string names;
  transport::together(sites, [&] {
    if (!sites.is_root()) return;
    const QuietHdf5 quiet;
    names = joined(datasets_of(open_hdf5(path, H5F_ACC_RDONLY).id(), path));
  });
  return split_names(sites.text_from(0, names));
}

}  // namespace relatile::io::detail
