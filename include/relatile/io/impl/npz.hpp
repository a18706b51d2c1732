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

#include "relatile/core/nth.hpp"
#include "relatile/io/impl/box_remainder.hpp"
#include "relatile/io/impl/rows_on_sites.hpp"
#include "relatile/io/impl/write_elements.hpp"
#include "relatile/io/npy_header.hpp"
#include "relatile/io/zip/deflate.hpp"
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

/// What the local sites have of an archive's member, compressed, and what all of them make.
struct DeflatedMember {
  std::vector<std::string> local;     ///< per local site
  std::vector<std::int64_t> offsets;  ///< of all sites, from the member's begin, and the end
  std::int64_t bytes = 0;
  std::uint32_t crc = 0;
};

/// Compresses an array, as sites have its rows, after `header`, which is site 0's. Collective.
inline DeflatedMember deflated_member(const tra::NodePtr& array, const std::string& header) {
  const RowsOnSites rows("savez_compressed", array);
  transport::Transport& sites = transport::current();
  const Extents& shape = array->type.extents;
  const std::int64_t size = array->type.block.element.size;
  DeflatedMember member;
  member.bytes = std::ssize(header) + volume(shape) * size;
  Remainder sum = 0;
  transport::together(sites, [&] {
    const std::vector<RowsPart> parts = rows.parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const int site = sites.local_sites()[i];
      const RowsPart& part = parts[i];
      const std::int64_t first =
          part.box.empty() ? 0 : offset_in(Box::whole(shape), part.box.low) * size;
      const std::span<const std::byte> bytes(part.elements, std::size_t(part.box.count() * size));
      Deflation deflation;
      if (site == 0) {
        const auto begin = std::as_bytes(std::span(header));
        deflation.add(begin);
        sum ^= followed_by(remainder_of(begin), member.bytes - std::ssize(begin));
      }
      deflation.add(bytes);
      sum ^= followed_by(remainder_of(bytes),
                         member.bytes - std::ssize(header) - first - std::ssize(bytes));
      member.local.push_back(std::move(deflation).end(site + 1 == sites.num_sites()));
    }
  });
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < member.local.size(); ++i) {
    mine.push_back(std::ssize(member.local[i]));
    mine.push_back(i == 0 ? std::int64_t(sum) : 0);
  }
  const std::vector<std::int64_t> all = sites.gather(mine);
  Remainder remainder = 0;
  member.offsets.push_back(0);
  for (std::size_t at = 0; at < all.size(); at += 2) {
    member.offsets.push_back(member.offsets.back() + all[at]);
    remainder ^= static_cast<Remainder>(all[at + 1]);
  }
  member.crc = crc32_of(remainder, member.bytes);
  return member;
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

RELATILE_INLINE void savez_compressed_any(const std::string& path,
                                          const std::vector<NamedArray>& arrays) {
  const transport::Operation operation("savez_compressed",
                                       path + " (" + detail::names_of(arrays) + ")");
  detail::require_names(arrays);
  std::vector<tra::NodePtr> nodes;
  for (const NamedArray& array : arrays) nodes.push_back(array.node);
  Session::current().evaluate(nodes);
  ZipLayout layout;
  std::vector<detail::DeflatedMember> members;
  std::vector<std::uint32_t> crcs;
  for (const NamedArray& array : arrays) {
    const std::string header =
        make_npy_header(array.node->type.block.element, array.node->type.extents);
    members.push_back(detail::deflated_member(array.node, header));
    crcs.push_back(members.back().crc);
    layout.add_deflated(array.name + ".npy", members.back().bytes, members.back().offsets.back());
  }
  transport::Transport& sites = transport::current();
  const auto file = sites.create_file(path, layout.total_bytes());
  for (std::size_t m = 0; m < members.size(); ++m) {
    file->write_text(layout.local_offset(m), layout.local_header(m, crcs[m]));
    transport::together(sites, [&] {
      for (std::size_t i = 0; i < members[m].local.size(); ++i) {
        const std::int64_t offset = nth(members[m].offsets, sites.local_sites()[i]);
        file->write(layout.data_offset(m) + offset, std::as_bytes(std::span(members[m].local[i])));
      }
    });
  }
  file->write_text(layout.directory_offset(), layout.directory(crcs));
  file->commit();
}

}  // namespace relatile::io
