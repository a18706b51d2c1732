// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/io/impl/read_elements.hpp"
#include "relatile/io/zip/crc32.hpp"
#include "relatile/io/zip/directory.hpp"
#include "relatile/io/zip/inflate.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/together.hpp"

// Members of archives that are compressed, numpy.savez_compressed's: what a site wants of one has
// all that precedes it in it, so every site reads all of the member and keeps its part.

namespace relatile::io::detail {

inline constexpr int deflated = 8;

/// Inflates all of a member whose bytes begin at `begin`, and shows `take(place, bytes)` what it
/// holds. Throws ParseError if that is not what the archive says. Not collective.
template <class Take>
void inflate_member(transport::File& file, const ZipMember& member, std::int64_t begin,
                    const std::string& name, Take&& take) {
  std::int64_t read = 0;
  const auto source = [&](std::span<std::byte> target) {
    const auto bytes = std::min<std::int64_t>(std::ssize(target), member.stored_size - read);
    if (bytes > 0) file.read(begin + read, target.first(static_cast<std::size_t>(bytes)));
    read += bytes;
    return static_cast<std::size_t>(bytes);
  };
  std::int64_t place = 0;
  Remainder remainder = 0;
  const auto sink = [&](std::span<const std::byte> bytes) {
    remainder = remainder_of(bytes, remainder);
    take(place, bytes);
    place += std::ssize(bytes);
    return place <= member.size;
  };
  Inflation(source, sink, name).run();
  if (place == member.size && crc32_of(remainder, place) == member.crc) return;
  throw ParseError(name + ": expected bytes that agree with the archive's checksum, found others");
}

/// The first bytes of a compressed member, up to as many as a NumPy header may need. Collective.
inline std::string compressed_prefix(transport::File& file, const ZipMember& member,
                                     std::int64_t begin, const std::string& name) {
  // What does not become shorter becomes longer by a few bytes for every 64 KB.
  constexpr std::int64_t enough = 2 * npy_prefix_bytes;
  const std::string packed = file.read_text(begin, std::min(member.stored_size, enough));
  std::string prefix;
  transport::together(transport::current(), [&] {
    std::size_t at = 0;
    const auto source = [&](std::span<std::byte> target) {
      const std::size_t bytes = std::min(target.size(), packed.size() - at);
      std::memcpy(target.data(), packed.data() + at, bytes);
      at += bytes;
      return bytes;
    };
    const auto sink = [&](std::span<const std::byte> bytes) {
      prefix.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      return std::ssize(prefix) < npy_prefix_bytes;
    };
    Inflation(source, sink, name).run();
  });
  return prefix.substr(0, static_cast<std::size_t>(npy_prefix_bytes));
}

/// Copies what of `bytes`, which are at `place`, lies in the range that `target` is for.
inline void keep_range(std::int64_t place, std::span<const std::byte> bytes, std::int64_t begin,
                       std::span<std::byte> target) {
  const std::int64_t low = std::max(place, begin);
  const std::int64_t high = std::min(place + std::ssize(bytes), begin + std::ssize(target));
  if (low >= high) return;
  std::memcpy(target.data() + (low - begin), bytes.data() + (low - place),
              static_cast<std::size_t>(high - low));
}

/// Loads a compressed member of an open archive. Collective.
template <class Convert>
tra::NodePtr load_compressed(transport::File& file, const ZipMember& member, std::int64_t begin,
                             const std::string& name, Convert&& convert) {
  const std::string prefix = compressed_prefix(file, member, begin, name);
  const ElementsInFile from{file, parse_npy_header(prefix, member.size, name), name};
  const Conversion conversion = convert(from);
  const Extents shape = from.stored_shape();
  // Along this axis parts are contiguous: there is no other before it.
  const auto* const first = std::find_if(shape.begin(), shape.end(), [](auto e) { return e > 1; });
  const auto axis = first == shape.end() ? 0 : first - shape.begin();
  const placement::Placement placement = even_parts(shape, axis);
  const std::vector<ReadPart> parts = allocate_parts(from, placement, conversion);
  transport::together(transport::current(), [&] {
    for (const ReadPart& part : parts) {
      const std::int64_t size = from.header.element.size;
      const std::int64_t skipped =
          part.box.empty() ? 0 : offset_in(Box::whole(shape), part.box.low) * size;
      const auto bytes = static_cast<std::size_t>(part.box.count() * size);
      const std::span<std::byte> target(part.bytes.get(), bytes);
      inflate_member(file, member, begin, name, [&](std::int64_t place, auto found) {
        keep_range(place, found, from.header.data_offset + skipped, target);
      });
    }
  });
  return stored_as_read(from, conversion, placement,
                        elements_of_parts(from.header, parts, conversion));
}

}  // namespace relatile::io::detail
