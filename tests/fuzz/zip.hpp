// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "relatile/io/zip/directory.hpp"
#include "relatile/io/zip/layout.hpp"

namespace relatile::fuzz {

/// The members of an archive, of which `bytes` are the last ones.
inline std::vector<io::ZipMember> zip_members(std::string_view bytes, std::int64_t file_size) {
  const std::size_t tail = std::min<std::size_t>(bytes.size(), io::zip_tail_bytes);
  const std::int64_t begin = file_size - static_cast<std::int64_t>(bytes.size());
  const io::ZipEnd end = io::find_zip_end(bytes.substr(bytes.size() - tail), file_size, "x.npz");
  require(end.offset >= 0 && end.bytes >= 0, "a directory has a place");
  require(end.offset <= file_size - end.bytes, "a directory is in the file");
  if (end.offset < begin) return {};
  return io::parse_zip_directory(bytes.substr(static_cast<std::size_t>(end.offset - begin),
                                              static_cast<std::size_t>(end.bytes)),
                                 end, file_size, "x.npz");
}

/// Members that are laid out again are the same, but for where they are.
inline void lay_out_again(const std::vector<io::ZipMember>& members) {
  io::ZipLayout layout;
  std::vector<std::uint32_t> crcs;
  std::int64_t bytes = 0;
  for (const io::ZipMember& member : members) {
    if (__builtin_add_overflow(bytes, member.size, &bytes)) return;
    if (bytes > std::int64_t(1) << 61) return;
    layout.add(member.name, member.size);
    crcs.push_back(member.crc);
  }
  const auto again = zip_members(layout.directory(crcs), layout.total_bytes());
  require(again.size() == members.size(), "as many members are read as are written");
  for (std::size_t i = 0; i < members.size(); ++i) {
    require(again[i].name == members[i].name, "a name that is written again is the same");
    require(again[i].size == members[i].size, "and so is a size");
    require(again[i].crc == members[i].crc, "and a checksum");
    require(again[i].offset == layout.local_offset(i), "a member is where it is laid out");
  }
}

/// The bytes as a whole file, and as the end of a large one.
inline void zip(std::string_view bytes) {
  for (const std::int64_t size : {std::int64_t(bytes.size()), std::int64_t(1) << 40}) {
    accepted([&] {
      const auto members = zip_members(bytes, size);
      for (const io::ZipMember& member : members) {
        require(member.offset >= 0 && member.stored_size >= 0 && member.size >= 0, "sizes count");
        require(member.offset <= size - member.stored_size, "a member is in the file");
        accepted([&] {
          const auto local = bytes.substr(0, std::min<std::size_t>(bytes.size(), 30));
          const std::int64_t data = io::zip_data(member, local, size, "x.npz");
          require(data >= member.offset && data <= size - member.stored_size,
                  "a member's bytes are in the file");
        });
      }
      lay_out_again(members);
    });
  }
}

}  // namespace relatile::fuzz
