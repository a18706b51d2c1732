// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace relatile::io {

/// Where everything lies in an archive that is yet to be written, of members whose lengths are
/// known and whose checksums are not: so all sites can write at once. Members are stored as they
/// are, or were deflated before; their time is the first that the format has, and what needs 64
/// bits has them (ZIP64).
class ZipLayout {
 public:
  /// Adds a member of so many bytes.
  void add(std::string name, std::int64_t bytes) { add({std::move(name), bytes, bytes, false, 0}); }
  /// Adds one that was deflated to `stored` bytes.
  void add_deflated(std::string name, std::int64_t bytes, std::int64_t stored) {
    add({std::move(name), bytes, stored, true, 0});
  }

  /// Where the bytes of a member begin.
  std::int64_t data_offset(std::size_t member) const {
    return members_[member].offset + std::ssize(local_header(member, 0));
  }
  /// Where what precedes a member's bytes begins.
  std::int64_t local_offset(std::size_t member) const { return members_[member].offset; }
  /// Where the directory begins, after all members.
  std::int64_t directory_offset() const { return end_; }
  std::int64_t total_bytes() const {
    return end_ + std::ssize(directory(std::vector<std::uint32_t>(members_.size())));
  }

  /// What precedes a member's bytes.
  std::string local_header(std::size_t index, std::uint32_t crc) const {
    const Member& member = members_[index];
    std::string text("PK\3\4", 4);
    put_description(text, member, member.is_large(), crc);
    put(text, member.is_large() ? 20 : 0, 2);  // the length of what comes after the name
    text += member.name;
    if (!member.is_large()) return text;
    put(text, 1, 2);
    put(text, 16, 2);
    put(text, member.bytes, 8);
    put(text, member.stored, 8);
    return text;
  }

  /// What comes after all members.
  std::string directory(const std::vector<std::uint32_t>& crcs) const {
    std::string text;
    for (std::size_t i = 0; i < members_.size(); ++i) put_entry(text, members_[i], crcs[i]);
    put_end(text);
    return text;
  }

 private:
  static constexpr std::int64_t elsewhere = 0xffffffff;
  static bool is_large(std::int64_t number) { return number >= elsewhere; }

  struct Member {
    std::string name;
    std::int64_t bytes;
    std::int64_t stored;  ///< bytes in the archive
    bool deflated;
    std::int64_t offset;

    bool is_large() const { return ZipLayout::is_large(bytes) || ZipLayout::is_large(stored); }
  };

  void add(Member member) {
    member.offset = end_;
    const std::int64_t stored = member.stored;
    members_.push_back(std::move(member));
    end_ += std::ssize(local_header(members_.size() - 1, 0)) + stored;
  }

  static void put(std::string& text, std::int64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i, number >>= 8) text += static_cast<char>(number & 0xff);
  }

  /// What both headers of a member say, from the version that is needed to the name's length.
  static void put_description(std::string& text, const Member& member, bool large,
                              std::uint32_t crc) {
    const bool ascii = std::all_of(member.name.begin(), member.name.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    const auto size = [&](std::int64_t bytes) { return member.is_large() ? elsewhere : bytes; };
    put(text, large ? 45 : 20, 2);
    put(text, ascii ? 0 : 0x800, 2);  // the name is UTF-8
    put(text, member.deflated ? 8 : 0, 2);
    put(text, 0, 2);           // midnight of
    put(text, 1 << 5 | 1, 2);  // 1980-01-01
    put(text, crc, 4);
    put(text, size(member.stored), 4);
    put(text, size(member.bytes), 4);
    put(text, std::ssize(member.name), 2);
  }

  static void put_entry(std::string& text, const Member& member, std::uint32_t crc) {
    std::string longer;
    if (member.is_large()) {
      put(longer, member.bytes, 8);
      put(longer, member.stored, 8);
    }
    if (is_large(member.offset)) put(longer, member.offset, 8);
    text += std::string_view("PK\1\2", 4);
    put(text, 3 << 8 | 45, 2);  // made as on Unix
    put_description(text, member, !longer.empty(), crc);
    put(text, longer.empty() ? 0 : std::ssize(longer) + 4, 2);
    put(text, 0, 6);                            // no comment, the only disk, no attributes
    put(text, std::int64_t(0100600) << 16, 4);  // a file that its owner reads and writes
    put(text, std::min(member.offset, elsewhere), 4);
    text += member.name;
    if (longer.empty()) return;
    put(text, 1, 2);
    put(text, std::ssize(longer), 2);
    text += longer;
  }

  void put_end(std::string& text) const {
    const std::int64_t bytes = std::ssize(text);
    const std::int64_t members = std::ssize(members_);
    constexpr std::int64_t many = 0xffff;
    if (is_large(end_) || is_large(bytes) || members >= many) {
      text += std::string_view("PK\6\6", 4);
      put(text, 44, 8);  // the bytes that follow
      put(text, 3 << 8 | 45, 2);
      put(text, 45, 2);
      put(text, 0, 8);
      for (const std::int64_t number : {members, members, bytes, end_}) put(text, number, 8);
      text += std::string_view("PK\6\7", 4);
      put(text, 0, 4);
      put(text, end_ + bytes, 8);
      put(text, 1, 4);
    }
    text += std::string_view("PK\5\6", 4);
    put(text, 0, 4);
    put(text, std::min(members, many), 2);
    put(text, std::min(members, many), 2);
    put(text, std::min(bytes, elsewhere), 4);
    put(text, std::min(end_, elsewhere), 4);
    put(text, 0, 2);
  }

  std::vector<Member> members_;
  std::int64_t end_ = 0;
};

}  // namespace relatile::io
