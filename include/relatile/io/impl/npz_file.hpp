// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "relatile/io/impl/box_remainder.hpp"
#include "relatile/io/impl/compressed_member.hpp"
#include "relatile/io/impl/read_elements.hpp"
#include "relatile/io/zip/directory.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::io::detail {

/// The members of an open archive. Collective.
inline std::vector<ZipMember> members_of(transport::File& file) {
  const std::int64_t size = file.size();
  const std::int64_t tail = std::min(size, zip_tail_bytes);
  const ZipEnd end = find_zip_end(file.read_text(size - tail, tail), size, file.path());
  const std::string directory = file.read_text(end.offset, end.bytes);
  std::vector<ZipMember> members;
  transport::together(transport::current(), [&] {  // there may be no memory for so many
    members = parse_zip_directory(directory, end, size, file.path());
  });
  return members;
}

/// What NumPy calls an array: the name of its file without the ending.
inline std::string name_of_member(const ZipMember& member) {
  const std::string& name = member.name;
  return name.ends_with(".npy") ? name.substr(0, name.size() - 4) : name;
}

/// The member that is asked for by either name, the last one of that name; with an empty name the
/// only one. Throws an Error that names those that are there.
inline ZipMember find_member(const std::vector<ZipMember>& members, const std::string& name,
                             const std::string& path) {
  if (name.empty() && members.size() == 1) return members[0];
  std::string there;
  for (const ZipMember& member : members) {
    there += (there.empty() ? "" : ", ") + excerpt(name_of_member(member));
  }
  if (there.empty()) there = "none";
  for (std::size_t i = members.size(); i-- > 0 && !name.empty();) {
    if (members[i].name == name || name_of_member(members[i]) == name) return members[i];
  }
  if (name.empty()) {
    throw Error("relatile: load: " + path + " has several arrays, or none (" + there +
                "); say which: load<double, 2>(path, name)");
  }
  throw Error("relatile: load: " + path + " has no array " + excerpt(name) + "; it has " + there);
}

/// Throws an Error for a member that is neither there as it is nor compressed as ZIP usually is.
inline void require_readable(const ZipMember& member, const std::string& name) {
  if (member.encrypted) throw Error("relatile: load: " + name + " is encrypted");
  const bool as_it_is = member.method == 0 && member.size == member.stored_size;
  if (as_it_is || member.method == deflated) return;
  throw Error("relatile: load: " + name + " is compressed by method " +
              std::to_string(member.method) + "; numpy.savez_compressed's is 8");
}

/// Where the bytes of a member begin in an open archive. Collective.
inline std::int64_t begin_of_member(transport::File& file, const ZipMember& member) {
  return zip_data(member, file.read_text(member.offset, zip_local_bytes), file.size(), file.path());
}

/// The one word that a member of an open archive is, by name. Collective.
inline std::string word_of_member(transport::File& file, const std::string& wanted) {
  const ZipMember member = find_member(members_of(file), wanted, file.path());
  const std::string name = file.path() + ":" + name_of_member(member);
  require_readable(member, name);
  const std::int64_t begin = begin_of_member(file, member);
  const std::string first = member.method == deflated
                                ? compressed_prefix(file, member, begin, name)
                                : file.read_text(begin, std::min(member.size, npy_prefix_bytes));
  return parse_npy_word(first, member.size, name);
}

/// Loads a member of an open archive. Collective. `conversion` is given what the header says.
///
///   errors  ParseError as well if the bytes are not those that the archive's checksum is of
template <class Convert>
tra::NodePtr load_member(transport::File& file, const std::string& wanted, Convert&& conversion) {
  const ZipMember member = find_member(members_of(file), wanted, file.path());
  const std::string name = file.path() + ":" + name_of_member(member);
  require_readable(member, name);
  const std::int64_t begin = begin_of_member(file, member);
  if (member.method == deflated) {
    return load_compressed(file, member, begin, name, conversion);
  }
  const std::string first = file.read_text(begin, std::min(member.size, npy_prefix_bytes));
  NpyHeader header = parse_npy_header(first, member.size, name);
  const std::int64_t header_bytes = header.data_offset;
  header.data_offset += begin;
  const ElementsInFile from{file, header, name};
  RemainderOfAll remainder;
  const auto look = [&](const transport::FileArray& array,
                        std::span<const transport::ReadBox> all) {
    // The one element of a scalar is read by every site, and counts once.
    const bool counts = !array.extents.empty() || transport::current().is_root();
    if (counts) remainder.add(array, array.extents.empty() ? all.first(1) : all);
  };
  tra::NodePtr node = load_elements(from, conversion(from), look);
  const std::int64_t bytes = volume(header.shape) * header.element.size;
  if (header_bytes + bytes != member.size) return node;  // what follows the array is not read
  const Remainder of_header =
      remainder_of(std::as_bytes(std::span(first)).first(static_cast<std::size_t>(header_bytes)));
  const Remainder all = followed_by(of_header, bytes) ^ remainder.gathered();
  if (crc32_of(all, member.size) == member.crc) return node;
  throw ParseError(name + ": expected bytes that agree with the archive's checksum, found others");
}

}  // namespace relatile::io::detail
