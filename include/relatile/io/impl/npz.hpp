// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/io/npz.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "relatile/io/impl/box_remainder.hpp"
#include "relatile/io/impl/write_elements.hpp"
#include "relatile/io/npy_header.hpp"
#include "relatile/io/zip/layout.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::io {

namespace detail {

/// Throws an Error for names that no archive could tell apart, or has no room for.
inline void require_names(const std::vector<NamedArray>& arrays) {
  constexpr std::size_t longest = 65'535 - 4;  // with ".npy"
  std::vector<std::string> names;
  for (const NamedArray& array : arrays) {
    if (array.name.size() > longest) {
      throw Error("relatile: savez: a name of " + std::to_string(array.name.size()) +
                  " bytes; archives have room for " + std::to_string(longest));
    }
    names.push_back(array.name);
  }
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    throw Error("relatile: savez: two arrays are called '" + *twice + "'");
  }
}

/// An array's elements and what goes before them. Collective; gives the checksum.
inline std::uint32_t write_member(transport::File& file, std::int64_t offset,
                                  const std::string& header, const tra::Node& node) {
  const transport::FileArray array{offset + std::ssize(header), node.type.block.element.size,
                                   node.type.extents};
  file.write_text(offset, header);
  RemainderOfAll remainder;
  write_parts(file, array, *node.value, [&](const auto& boxes) { remainder.add(array, boxes); });
  const std::int64_t bytes = volume(array.extents) * array.element_size;
  const Remainder of_header = remainder_of(std::as_bytes(std::span(header)));
  return crc32_of(followed_by(of_header, bytes) ^ remainder.gathered(), std::ssize(header) + bytes);
}

inline std::string names_of(const std::vector<NamedArray>& arrays) {
  std::string names;
  for (const NamedArray& array : arrays) names += (names.empty() ? "" : ", ") + array.name;
  return names;
}

}  // namespace detail

RELATILE_INLINE void savez_any(const std::string& path, const std::vector<NamedArray>& arrays) {
  const transport::Operation operation("savez", path + " (" + detail::names_of(arrays) + ")");
  detail::require_names(arrays);
  std::vector<tra::NodePtr> nodes;
  std::vector<std::string> headers;
  ZipLayout layout;
  for (const NamedArray& array : arrays) {
    const ElementType element = array.node->type.block.element;
    const Extents& shape = array.node->type.extents;
    nodes.push_back(array.node);
    headers.push_back(make_npy_header(element, shape));
    layout.add(array.name + ".npy", std::ssize(headers.back()) + volume(shape) * element.size);
  }
  Session::current().evaluate(nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    detail::require_same_array("savez", *nodes[i], headers[i]);
  }
  const auto file = transport::current().create_file(path, layout.total_bytes());
  std::vector<std::uint32_t> crcs;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    crcs.push_back(detail::write_member(*file, layout.data_offset(i), headers[i], *nodes[i]));
    file->write_text(layout.local_offset(i), layout.local_header(i, crcs[i]));
  }
  file->write_text(layout.directory_offset(), layout.directory(crcs));
  file->commit();
}

}  // namespace relatile::io
