// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/text/excerpt.hpp"

// What a ZIP archive, such as NumPy's .npz, says of its members. It is read from its end:
//
//   end         find_zip_end(the last zip_tail_bytes of the file, ...)
//   directory   parse_zip_directory(the bytes that the end tells of, ...)
//   data        zip_data(member, the zip_local_bytes at member.offset, ...)
namespace relatile::io {

/// A member of an archive, as the archive's directory has it.
struct ZipMember {
  std::string name;
  int method = 0;  ///< 0: its bytes are there as they are
  bool encrypted = false;
  std::uint32_t crc = 0;
  std::int64_t stored_size = 0;  ///< bytes in the archive
  std::int64_t size = 0;         ///< bytes, uncompressed
  std::int64_t offset = 0;       ///< where its local header begins in the file
};

/// Where an archive's directory is.
struct ZipEnd {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  std::int64_t members = 0;
};

/// The end of an archive is looked for in so many bytes: a comment has up to 64 KB, and what
/// archives of more than 4 GB say once more has less.
inline constexpr std::int64_t zip_tail_bytes = 65'535 + 22 + 20 + 56;

/// The length of what precedes every member, but for its name and what goes with that.
inline constexpr std::int64_t zip_local_bytes = 30;

namespace detail {

/// Numbers of several bytes in an archive, lowest first. There are as many bytes as are asked for.
template <class T>
T zip_number(std::string_view bytes, std::size_t at) {
  T number = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) {
    number = static_cast<T>(number << 8 | static_cast<unsigned char>(bytes[at + i]));
  }
  return number;
}
inline std::uint16_t zip_short(std::string_view bytes, std::size_t at) {
  return zip_number<std::uint16_t>(bytes, at);
}
inline std::uint32_t zip_word(std::string_view bytes, std::size_t at) {
  return zip_number<std::uint32_t>(bytes, at);
}

inline constexpr std::string_view zip_local_magic{"PK\3\4", 4};
inline constexpr std::string_view zip_entry_magic{"PK\1\2", 4};
inline constexpr std::string_view zip_end_magic{"PK\5\6", 4};
inline constexpr std::string_view zip64_end_magic{"PK\6\6", 4};
inline constexpr std::string_view zip64_locator_magic{"PK\6\7", 4};
inline constexpr std::uint32_t zip_elsewhere = 0xffffffff;  ///< a longer number has it

[[noreturn]] inline void fail_zip(const std::string& file_name, const std::string& what) {
  throw ParseError(file_name + ": expected a whole ZIP archive, found " + what);
}

/// A number of 64 bits that has to be at most `limit`.
inline std::int64_t zip_long(std::string_view bytes, std::size_t at, std::int64_t limit,
                             const std::string& file_name) {
  const auto number = zip_number<std::uint64_t>(bytes, at);
  if (number > static_cast<std::uint64_t>(limit)) {
    fail_zip(file_name, "a size or place of " + std::to_string(number) + " bytes");
  }
  return static_cast<std::int64_t>(number);
}

/// What the end of an archive says whose numbers do not fit in 32 bits.
inline ZipEnd long_zip_end(std::string_view tail, std::size_t end, std::int64_t file_size,
                           const std::string& file_name) {
  constexpr std::size_t locator_bytes = 20;
  constexpr std::size_t record_bytes = 56;
  const std::int64_t tail_begin = file_size - static_cast<std::int64_t>(tail.size());
  if (end < locator_bytes || tail.substr(end - locator_bytes, 4) != zip64_locator_magic) {
    fail_zip(file_name, "no place of its directory");
  }
  const std::int64_t place = zip_long(tail, end - locator_bytes + 8, file_size, file_name);
  const auto at = static_cast<std::size_t>(std::max<std::int64_t>(place - tail_begin, 0));
  if (place < tail_begin || at + record_bytes > end || tail.substr(at, 4) != zip64_end_magic) {
    fail_zip(file_name, "no place of its directory");
  }
  return {zip_long(tail, at + 48, file_size, file_name),
          zip_long(tail, at + 40, file_size, file_name),
          zip_long(tail, at + 32, file_size, file_name)};
}

/// The numbers of a member that do not fit in 32 bits: in the order of the three that are marked.
inline void read_long_numbers(std::string_view extra, ZipMember& member, bool has_size,
                              bool has_stored, bool has_offset, std::int64_t file_size,
                              const std::string& file_name) {
  while (extra.size() >= 4) {
    const std::size_t length = std::min<std::size_t>(zip_short(extra, 2), extra.size() - 4);
    const std::string_view field = extra.substr(4, length);
    const bool is_long = zip_short(extra, 0) == 1;
    extra.remove_prefix(4 + length);
    if (!is_long) continue;
    std::size_t at = 0;
    const auto take = [&](bool wanted, std::int64_t& number, std::int64_t limit) {
      if (!wanted) return;
      if (at + 8 > field.size()) fail_zip(file_name, "too few sizes of a member");
      number = zip_long(field, at, limit, file_name);
      at += 8;
    };
    take(has_size, member.size, std::int64_t(1) << 62);
    take(has_stored, member.stored_size, file_size);
    take(has_offset, member.offset, file_size);
    return;
  }
  if (has_size || has_stored || has_offset) fail_zip(file_name, "too few sizes of a member");
}

/// Takes the next member off the directory.
inline ZipMember next_member(std::string_view& directory, std::int64_t file_size,
                             const std::string& file_name) {
  constexpr std::size_t fixed = 46;
  if (directory.size() < fixed || !directory.starts_with(zip_entry_magic)) {
    fail_zip(file_name, "in its directory " + excerpt(directory.substr(0, 4)));
  }
  const std::size_t name = zip_short(directory, 28);
  const std::size_t extra = zip_short(directory, 30);
  const std::size_t comment = zip_short(directory, 32);
  if (directory.size() < fixed + name + extra + comment) {
    fail_zip(file_name, "a directory that ends within a member");
  }
  ZipMember member;
  member.encrypted = (zip_short(directory, 8) & 1) != 0;
  member.method = zip_short(directory, 10);
  member.crc = zip_word(directory, 16);
  const std::uint32_t stored = zip_word(directory, 20);
  const std::uint32_t size = zip_word(directory, 24);
  const std::uint32_t offset = zip_word(directory, 42);
  member.stored_size = stored;
  member.size = size;
  member.offset = offset;
  member.name = directory.substr(fixed, name);
  read_long_numbers(directory.substr(fixed + name, extra), member, size == zip_elsewhere,
                    stored == zip_elsewhere, offset == zip_elsewhere, file_size, file_name);
  directory.remove_prefix(fixed + name + extra + comment);
  return member;
}

}  // namespace detail

/// Where the directory of an archive is; `tail` are the last `zip_tail_bytes` of the file, or all
/// of a shorter one. Throws ParseError for what is no whole archive in one file.
inline ZipEnd find_zip_end(std::string_view tail, std::int64_t file_size,
                           const std::string& file_name) {
  constexpr std::size_t fixed = 22;
  std::size_t at = tail.rfind(detail::zip_end_magic);
  // A comment may hold the same four bytes; the end is where the comment's length fits.
  while (at != tail.npos && (tail.size() - at < fixed ||
                             tail.size() - at - fixed != detail::zip_short(tail, at + 20))) {
    at = at == 0 ? tail.npos : tail.rfind(detail::zip_end_magic, at - 1);
  }
  if (at == tail.npos) detail::fail_zip(file_name, "no end of one");
  ZipEnd end{detail::zip_word(tail, at + 16), detail::zip_word(tail, at + 12),
             detail::zip_short(tail, at + 10)};
  const bool is_long = end.offset == detail::zip_elsewhere || end.bytes == detail::zip_elsewhere ||
                       end.members == 0xffff;
  if (is_long) end = detail::long_zip_end(tail, at, file_size, file_name);
  if (end.bytes > file_size || end.offset > file_size - end.bytes) {
    detail::fail_zip(file_name, "a directory that begins at byte " + std::to_string(end.offset) +
                                    " of " + std::to_string(file_size));
  }
  return end;
}

/// The members of an archive, in their order. Throws ParseError where the directory is no whole one
/// or a member lies outside the file; in linear time, whatever the bytes are.
inline std::vector<ZipMember> parse_zip_directory(std::string_view directory, const ZipEnd& end,
                                                  std::int64_t file_size,
                                                  const std::string& file_name) {
  std::vector<ZipMember> members;
  for (std::int64_t i = 0; i < end.members; ++i) {
    members.push_back(detail::next_member(directory, file_size, file_name));
    const ZipMember& member = members.back();
    if (member.stored_size > file_size || member.offset > file_size - member.stored_size) {
      detail::fail_zip(file_name, "less of it than its member " + excerpt(member.name));
    }
  }
  return members;
}

/// Where the bytes of a member begin. `local` are the bytes at `member.offset`, zip_local_bytes of
/// them or as many as there are.
inline std::int64_t zip_data(const ZipMember& member, std::string_view local,
                             std::int64_t file_size, const std::string& file_name) {
  if (std::ssize(local) < zip_local_bytes || !local.starts_with(detail::zip_local_magic)) {
    detail::fail_zip(file_name, "no beginning of its member " + excerpt(member.name));
  }
  const std::int64_t begin =
      member.offset + zip_local_bytes + detail::zip_short(local, 26) + detail::zip_short(local, 28);
  if (begin > file_size - member.stored_size) {
    detail::fail_zip(file_name, "less of it than its member " + excerpt(member.name));
  }
  return begin;
}

}  // namespace relatile::io
