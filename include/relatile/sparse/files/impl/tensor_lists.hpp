// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/files/tensor_lists.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "relatile/io/entries/tensor_text.hpp"
#include "relatile/sparse/files/impl/entries_in_text.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::detail {

/// Of each axis but the first, how many columns of the stored matrix are between its indices.
inline std::vector<std::int64_t> strides_of_columns(const Extents& shape) {
  const Extents strides = row_major_strides(shape);
  return {strides.begin() + 1, strides.end()};
}

/// The most places that the axes of a file can have: those of the shape, if one is wanted.
inline std::vector<std::int64_t> extents_at_most(const std::string& name, int axes,
                                                 const Extents& shape) {
  if (shape.empty()) {
    return std::vector<std::int64_t>(static_cast<std::size_t>(axes),
                                     std::numeric_limits<std::int32_t>::max());
  }
  if (shape.rank() != axes) {
    throw ShapeMismatch("relatile: " + name + ": a shape of " + std::to_string(shape.rank()) +
                        " dimensions for a sparse array of " + std::to_string(axes));
  }
  const auto is_negative = [](std::int64_t extent) { return extent < 0; };
  if (std::any_of(shape.begin(), shape.end(), is_negative)) {
    throw ShapeMismatch("relatile: " + name + ": a sparse array of shape " + to_string(shape) +
                        "; extents are 0 or more");
  }
  stored_shape(name.c_str(), shape);
  return {shape.begin(), shape.end()};
}

/// Throws an Error for a format by columns, which several axes would be.
inline void require_format_of_tensor(const std::string& name, int axes, Format format) {
  if (!is_by_columns(format)) return;
  throw Error(
      "relatile: " + name + ": a sparse array of " + std::to_string(axes) +
      " dimensions in the format " + std::string(format_name(format)) +
      "; matrices alone are stored by columns, others by their first axis: Format::csr, dcsr "
      "or automatic");
}

/// The lines of one site, by the indices of their entries.
struct TensorShare {
  std::vector<std::int32_t> indices;
  std::vector<std::int64_t> needed;
};

/// Parses the lines of one site, whose text is let go; elements are added to `found`. Not
/// collective.
inline TensorShare parse_tensor_share(ElementType element, const std::vector<std::int64_t>& most,
                                      const std::string& path, io::detail::CsvShare& share,
                                      EntriesOfSites& found) {
  return io::detail::visit_csv_type(element, [&]<class T>(std::type_identity<T>) {
    io::ParsedTensor<T> parsed(most.size());
    const auto lines = static_cast<std::size_t>(io::count_lines(share.lines));
    parsed.indices.reserve(lines * most.size());
    parsed.values.reserve(lines);
    io::parse_tensor(share.lines, most, share.first_line, path, parsed);
    std::string().swap(share.text);
    found.values.push_back(moved_elements(parsed.values));
    return TensorShare{std::move(parsed.indices), std::move(parsed.needed)};
  });
}

/// Entries by their rows and columns, whose indices are let go.
inline io::detail::CsvNumbers keys_of_indices(std::vector<std::int32_t>& indices,
                                              const std::vector<std::int64_t>& strides) {
  const std::size_t axes = strides.size() + 1;
  std::vector<std::int64_t> keys;
  keys.reserve(indices.size() / axes);
  for (std::size_t at = 0; at < indices.size(); at += axes) {
    std::int64_t column = 0;
    for (std::size_t axis = 1; axis < axes; ++axis) {
      column += indices[at + axis] * strides[axis - 1];
    }
    keys.push_back(std::int64_t{indices[at]} << 32 | column);
  }
  std::vector<std::int32_t>().swap(indices);
  return moved_elements(keys);
}

RELATILE_INLINE ReadTensor read_tns_tensor(const std::string& path, ElementType element, int axes,
                                           const TnsFormat& format) {
  const transport::Operation operation("read_tns", text_of_wish(path, element, format) + " of " +
                                                       std::to_string(axes) + " dimensions");
  const std::string name = "read_tns: " + path;
  require_format_of_tensor(name, axes, format.format);
  const std::vector<std::int64_t> most = extents_at_most(name, axes, format.shape);
  transport::Transport& sites = transport::current();
  const auto file = sites.open_file(path);
  io::detail::CsvShares shares = io::detail::read_shares(sites, *file);
  EntriesOfSites found;
  std::vector<TensorShare> parsed;
  transport::together(sites, [&] {
    for (io::detail::CsvShare& share : shares.local) {
      parsed.push_back(parse_tensor_share(element, most, path, share, found));
      const TensorShare& last = parsed.back();
      found.told.insert(found.told.end(), last.needed.begin(), last.needed.end());
    }
  });
  const std::vector<std::int64_t> told = sites.gather(found.told);
  Extents shape = format.shape;
  for (int axis = 0; axis < axes && format.shape.empty(); ++axis) {
    std::int64_t needed = 0;
    for (auto at = static_cast<std::size_t>(axis); at < told.size();
         at += static_cast<std::size_t>(axes)) {
      needed = std::max(needed, told[at]);
    }
    shape.push_back(needed);
  }
  const Extents stored = stored_shape(name.c_str(), shape);
  transport::together(sites, [&] {
    const std::vector<std::int64_t> strides = strides_of_columns(shape);
    for (TensorShare& share : parsed) {
      found.keys.push_back(keys_of_indices(share.indices, strides));
    }
  });
  return {matrix_of_found(name, path, stored, element, found, equal_of(format.duplicates)), shape};
}

RELATILE_INLINE void write_tns_tensor(const std::string& path, const SparseNodes& matrix,
                                      const Extents& shape) {
  const transport::Operation collective("write_tns", path + " of shape " + to_string(shape));
  const Handle kept = handle_of(*matrix.values);
  write_entries("write_tns", path, matrix, {.strides = strides_of_columns(shape)});
}

}  // namespace relatile::detail
