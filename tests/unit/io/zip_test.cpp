// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <random>
#include <string>
#include <vector>

#include "relatile/io/zip/directory.hpp"
#include "relatile/io/zip/layout.hpp"
#include "support/catch.hpp"

namespace zip_test {

using namespace relatile;
using namespace relatile::io;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Content {
  std::string name;
  std::int64_t bytes;
};

/// The parts of an archive that are not its members' bytes, at their places.
struct Archive {
  ZipLayout layout;
  std::vector<std::uint32_t> crcs;
  std::string directory;
  std::int64_t size;

  explicit Archive(const std::vector<Content>& contents) {
    for (const Content& content : contents) {
      layout.add(content.name, content.bytes);
      crcs.push_back(0xdead0000 + static_cast<std::uint32_t>(crcs.size()));
    }
    directory = layout.directory(crcs);
    size = layout.total_bytes();
  }
  std::int64_t tail_begin() const { return size - std::ssize(directory); }
};

std::vector<ZipMember> members_of(const std::string& tail, std::int64_t size) {
  // In memory of exactly this size, so that the address sanitizer sees every step too far.
  const std::vector<char> copy(tail.begin(), tail.end());
  const std::string_view bytes(copy.data(), copy.size());
  const auto last = std::min<std::size_t>(bytes.size(), zip_tail_bytes);
  const ZipEnd end = find_zip_end(bytes.substr(bytes.size() - last), size, "x.npz");
  const std::int64_t begin = end.offset - (size - std::ssize(tail));
  if (begin < 0) throw ParseError("x.npz: expected a directory in the tail of this test");
  return parse_zip_directory(
      bytes.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end.bytes)), end, size,
      "x.npz");
}

std::string error_of(const std::string& tail, std::int64_t size) {
  try {
    members_of(tail, size);
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}

void check(const std::vector<Content>& contents) {
  const Archive archive(contents);
  const auto members = members_of(archive.directory, archive.size);
  REQUIRE(members.size() == contents.size());
  std::int64_t at = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    CHECK(members[i].name == contents[i].name);
    CHECK(members[i].size == contents[i].bytes);
    CHECK(members[i].stored_size == contents[i].bytes);
    CHECK(members[i].offset == at);
    CHECK(members[i].method == 0);
    CHECK_FALSE(members[i].encrypted);
    CHECK(members[i].crc == archive.crcs[i]);
    const std::string local = archive.layout.local_header(i, archive.crcs[i]);
    CHECK(local == archive.layout.local_header(i, 0).replace(14, 4, local.substr(14, 4)));
    at += std::ssize(local);
    CHECK(archive.layout.data_offset(i) == at);
    CHECK(zip_data(members[i], local.substr(0, zip_local_bytes), archive.size, "x.npz") == at);
    at += contents[i].bytes;
  }
  CHECK(archive.layout.directory_offset() == at);
  CHECK(archive.size == at + std::ssize(archive.directory));
}

constexpr std::int64_t giga = std::int64_t(1) << 30;

}  // namespace

TEST_CASE("what is laid out is found again, of any size") {
  check({});
  check({{"a.npy", 128}});
  check({{"a.npy", 0}, {"\xc3\xa4.npy", 200}, {"", 5}});
  check({{"large.npy", 4 * giga - 2}, {"behind.npy", 128}});
  check({{"large.npy", 4 * giga - 1}, {"behind.npy", 128}});
  check({{"a.npy", 3 * giga}, {"b.npy", 3 * giga}, {"c.npy", 700 * giga}, {"d.npy", 1}});
  std::vector<Content> many;
  for (int i = 0; i < 70'000; ++i) many.push_back({std::to_string(i), i});
  check({many.begin(), many.begin() + 65'534});
  check({many.begin(), many.begin() + 65'535});
  check(many);
}

TEST_CASE("the end of an archive is where its comment fits") {
  const Archive archive({{"a.npy", 128}});
  std::string commented = archive.directory;
  const std::string comment = "a PK\5\6 comment, which says nothing at all here PK\5\6";
  commented[commented.size() - 2] = static_cast<char>(comment.size());
  commented += comment;
  const auto members = members_of(commented, archive.size + std::ssize(comment));
  REQUIRE(members.size() == 1);
  CHECK(members[0].name == "a.npy");
}

TEST_CASE("what is no whole archive is told") {
  const Archive archive({{"a.npy", 128}, {"b.npy", 5 * giga}, {"c.npy", 64}});
  const std::string& tail = archive.directory;
  CHECK(error_of("", 0) == "x.npz: expected a whole ZIP archive, found no end of one");
  CHECK_THAT(error_of(tail, archive.size - giga),
             ContainsSubstring("expected a whole ZIP archive"));
  std::string bad = tail;
  bad[0] = 'Q';
  CHECK_THAT(error_of(bad, archive.size), ContainsSubstring("in its directory 'QK\\x01\\x02'"));
  const ZipMember member = members_of(tail, archive.size)[0];
  for (const std::string& local : {std::string("PK\3\4"), std::string(30, 'x')}) {
    CHECK_THROWS_AS(zip_data(member, local, archive.size, "x.npz"), ParseError);
  }
  CHECK_THROWS_AS(zip_data(member, archive.layout.local_header(0, 0), 130, "x.npz"), ParseError);
}

TEST_CASE("any bytes at all give members within the file or a ParseError") {
  const auto try_it = [](const std::string& tail, std::int64_t size) {
    try {
      for (const ZipMember& member : members_of(tail, size)) {
        REQUIRE(member.offset >= 0);
        REQUIRE(member.stored_size >= 0);
        REQUIRE(member.offset <= size - member.stored_size);
        REQUIRE(member.size >= 0);
      }
    } catch (const ParseError& error) {
      REQUIRE(std::string_view(error.what()).starts_with("x.npz: expected "));
    }
  };
  std::mt19937 random(11);
  for (const Archive& archive : {Archive({{"a.npy", 128}, {"b.npy", 256}}),
                                 Archive({{"a.npy", 5 * giga}, {"b.npy", 256}})}) {
    const std::string& good = archive.directory;
    for (std::size_t length = 0; length <= good.size(); ++length) {
      try_it(good.substr(0, length), archive.size);
      try_it(good.substr(length), archive.size);
    }
    for (int trial = 0; trial < 20'000; ++trial) {
      std::string bad = good;
      for (unsigned change = random() % 4; change <= 3; ++change) {
        const std::size_t at = random() % bad.size();
        switch (random() % 4) {
          case 0: bad[at] = static_cast<char>(random()); break;
          case 1: bad[at] = random() % 2 == 0 ? '\xff' : '\0'; break;
          case 2: bad.erase(at, 1 + random() % 5); break;
          default: bad.insert(at, 1, static_cast<char>(random())); break;
        }
        if (bad.empty()) bad = " ";
      }
      try_it(bad, random() % 2 == 0 ? archive.size : std::ssize(bad));
    }
  }
}

}  // namespace zip_test
