// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#if defined(RELATILE_HAS_HDF5)

#include "relatile/io/hdf5/impl/changed_file.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/transport/loopback.hpp"
#include "support/catch.hpp"

namespace hdf5_changes_test {

using namespace relatile;
using relatile::io::detail::CollectedWrites;

namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

/// A file in memory, of which a number of writes succeed and one does not.
class MemoryFile : public transport::File {
 public:
  MemoryFile(transport::Transport& sites, std::string bytes)
      : File(sites, "memory"), text(std::move(bytes)) {}

  std::int64_t size() const override { return std::ssize(text); }
  void read(std::int64_t offset, std::span<std::byte> target) override {
    REQUIRE(offset + std::ssize(target) <= size());
    std::memcpy(target.data(), text.data() + offset, target.size());
  }
  void write(std::int64_t offset, std::span<const std::byte> source) override {
    if (successes-- == 0) throw IoError("no more");
    const std::size_t end = static_cast<std::size_t>(offset) + source.size();
    if (text.size() < end) text.resize(end, '.');
    std::memcpy(text.data() + offset, source.data(), source.size());
  }
  void read_boxes(const transport::FileArray&, std::span<const transport::ReadBox>) override {}
  void write_boxes(const transport::FileArray&, std::span<const transport::WriteBox>) override {}
  const std::string& name_on_disk() const override { return path(); }
  void extend(std::int64_t) override {}
  void flush() override {}
  void take_place() override {}

  std::string text;
  int successes = -1;
};

}  // namespace

TEST_CASE("writes that were collected are read as if they were written") {
  std::mt19937 random(3);
  std::string model(60, '-');
  CollectedWrites writes;
  std::int64_t last = 0;
  for (int i = 0; i < 200; ++i) {
    const auto at = static_cast<std::int64_t>(random() % 50);
    const std::string text(random() % 11, static_cast<char>('a' + i % 26));
    writes.add(at, bytes_of(text));
    model.replace(static_cast<std::size_t>(at), text.size(), text);
    last = std::max(last, at + std::ssize(text));
    CHECK(writes.end() == last);
    const std::size_t low = random() % 60;
    std::string part(random() % (61 - low), '-');
    writes.lay_over(static_cast<std::int64_t>(low), std::as_writable_bytes(std::span(part)));
    CHECK(part == model.substr(low, part.size()));
  }
}

TEST_CASE("what was collected is written in order, or not at all") {
  transport::Loopback sites(1);
  CollectedWrites writes;
  writes.add(2, bytes_of("ABC"));
  writes.add(8, bytes_of("DEFG"));  // beyond the end
  writes.add(4, bytes_of("HI"));
  writes.add(14, bytes_of("J"));
  const std::string before = "0123456789";
  MemoryFile file(sites, before);
  writes.apply(file, file.size());
  CHECK(file.text == "01ABHI67DEFG..J");
  for (int successes = 0; successes < 4; ++successes) {
    MemoryFile failing(sites, before);
    failing.successes = successes;
    CHECK_THROWS_AS(writes.apply(failing, 10), IoError);
    CHECK(failing.text.substr(0, 10) == before);
  }
}

}  // namespace hdf5_changes_test
#endif
