// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/transport/local_file.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "relatile/transport/loopback.hpp"
#include "support/catch.hpp"

namespace local_file_test {

using namespace relatile;
using namespace relatile::transport;
namespace fs = std::filesystem;

namespace {

/// An empty directory for the time of a test.
struct Directory {
  std::string name = "local_file_test.XXXXXX";
  Directory() { REQUIRE(mkdtemp(name.data()) != nullptr); }
  ~Directory() { fs::remove_all(name); }
  std::string operator/(const std::string& file) const { return name + "/" + file; }
  std::ptrdiff_t num_files() const {
    return std::distance(fs::directory_iterator(name), fs::directory_iterator());
  }
};

/// Lets this process write no byte beyond a limit: a disk that is full.
struct SmallFiles {
  rlimit before{};
  explicit SmallFiles(rlim_t bytes) {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small{bytes, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &before); }
};

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
std::string get(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const IoError& error) {
    return error.what();
  }
  return "";
}

/// Cuts an array for some sites: by one dimension, which leaves some empty if there are many.
std::vector<Box> cut(const Extents& extents, int dimension, int sites) {
  std::vector<Box> boxes;
  for (int site = 0; site < sites; ++site) {
    Box box = Box::whole(extents);
    if (extents.rank() == 0) {
      box.none = site > 0;
    } else {
      const Range range = even_part(extents[dimension], sites, site);
      box.low[dimension] = range.low;
      box.high[dimension] = range.high;
    }
    boxes.push_back(box);
  }
  return boxes;
}

/// The elements of a box of an array that holds its own linear indices.
std::vector<std::int64_t> numbers_of(const Extents& extents, const Box& box) {
  std::vector<std::int64_t> numbers;
  for_each_coordinate(box,
                      [&](const Extents& at) { numbers.push_back(linear_index(at, extents)); });
  return numbers;
}

void write_cut(File& file, const FileArray& array, int dimension, int sites) {
  const auto boxes = cut(array.extents, dimension, sites);
  std::vector<std::vector<std::int64_t>> numbers;
  std::vector<WriteBox> parts;
  for (const Box& box : boxes) numbers.push_back(numbers_of(array.extents, box));
  for (std::size_t s = 0; s < boxes.size(); ++s) {
    parts.push_back({boxes[s], std::as_bytes(std::span(numbers[s]))});
  }
  file.write_boxes(array, parts);
}

void check_boxes(File& file, const FileArray& array, const std::vector<Box>& boxes) {
  std::vector<std::vector<std::int64_t>> numbers;
  std::vector<ReadBox> parts;
  for (const Box& box : boxes) numbers.emplace_back(static_cast<std::size_t>(box.count()), -1);
  for (std::size_t s = 0; s < boxes.size(); ++s) {
    parts.push_back({boxes[s], std::as_writable_bytes(std::span(numbers[s]))});
  }
  file.read_boxes(array, parts);
  for (std::size_t s = 0; s < boxes.size(); ++s) {
    CHECK((numbers[s] == numbers_of(array.extents, boxes[s])));
  }
}

}  // namespace

TEST_CASE("what is written by some boxes is read by any others") {
  const Directory directory;
  const std::vector<Extents> shapes{{},        {1},          {7},          {0},      {5, 3},
                                    {3, 0, 2}, {2, 3, 4, 5}, {1, 1, 6, 1}, {40, 30}, {6, 50, 20}};
  for (const int sites : {1, 2, 3, 7}) {
    Loopback transport(sites);
    for (const auto& extents : shapes) {
      const FileArray array{24, 8, extents};
      const int rank = std::max(extents.rank(), 1);
      for (int by = 0; by < rank; ++by) {
        CAPTURE(sites, extents, by);
        const std::string header = "a header of 24 bytes ...";
        auto file = transport.create_file(directory / "x", 24 + 8 * volume(extents));
        file->write_prefix(header);
        write_cut(*file, array, by, sites);
        file->commit();
        file = transport.open_file(directory / "x");
        CHECK(file->size() == 24 + 8 * volume(extents));
        CHECK(file->read_prefix(24) == header);
        for (int other = 0; other < rank; ++other) {
          check_boxes(*file, array, cut(extents, other, sites));
        }
        check_boxes(*file, array,
                    std::vector<Box>(static_cast<std::size_t>(sites), Box::whole(extents)));
      }
    }
  }
}

TEST_CASE("interleaved boxes take several rounds") {
  const Directory directory;
  const Extents extents{1100, 3, 1000};  // 26 MB, where a round moves 16
  Loopback transport(3);
  auto file = transport.create_file(directory / "x", 8 * volume(extents));
  write_cut(*file, {0, 8, extents}, 2, 3);
  file->commit();
  file = transport.open_file(directory / "x");
  check_boxes(*file, {0, 8, extents}, cut(extents, 0, 3));
  check_boxes(*file, {0, 8, extents}, cut(extents, 2, 3));
  Box column = Box::whole(extents);
  column.low = {1000, 0, 700};
  column.high = {1090, 2, 990};
  check_boxes(*file, {0, 8, extents}, {column, Box::nothing(3), column});
}

TEST_CASE("boxes that leave out a part of the array leave its bytes alone") {
  const Directory directory;
  const Extents extents{50, 60};
  Loopback transport(2);
  auto file = transport.create_file(directory / "x", 8 * volume(extents));
  std::vector<Box> boxes = cut(extents, 1, 2);
  boxes[1].high[1] = 55;
  const auto left = numbers_of(extents, boxes[0]);
  const auto right = numbers_of(extents, boxes[1]);
  const std::vector<WriteBox> parts{{boxes[0], std::as_bytes(std::span(left))},
                                    {boxes[1], std::as_bytes(std::span(right))}};
  file->write_boxes({0, 8, extents}, parts);
  check_boxes(*file, {0, 8, extents}, boxes);
  std::int64_t outside = -1;
  file->read(59 * 8, std::as_writable_bytes(std::span(&outside, 1)));
  CHECK(outside == 0);
}

TEST_CASE("a file that is not committed leaves the old one and nothing else") {
  const Directory directory;
  Loopback transport(2);
  put(directory / "x", "old");
  {
    auto file = transport.create_file(directory / "x", 3);
    auto other = transport.create_file(directory / "x", 3);  // they do not meet
    file->write_prefix("new");
    CHECK(get(directory / "x") == "old");
    CHECK(directory.num_files() == 3);
  }
  CHECK(get(directory / "x") == "old");
  CHECK(directory.num_files() == 1);
  {
    auto file = transport.create_file(directory / "x", 3);
    file->write_prefix("new");
    file->commit();
  }
  CHECK(get(directory / "x") == "new");
  CHECK(directory.num_files() == 1);
}

TEST_CASE("a file is changed where it is, and grows") {
  const Directory directory;
  Loopback transport(2);
  put(directory / "x", "what was there");
  auto file = transport.change_file(directory / "x");
  CHECK(file->size() == 14);
  CHECK(file->name_on_disk() == directory / "x");
  file->extend(20);
  CHECK(file->size() == 20);
  file->write_text(5, "is ");
  file->write_text(17, "now");
  file->commit();
  CHECK(get(directory / "x") == "what is  there" + std::string(3, '\0') + "now");
  CHECK_FALSE(error_of([&] { transport.change_file(directory / "none"); }).empty());
  auto made = transport.create_file(directory / "y", 0);
  put(made->name_on_disk(), "by another");  // as a library does
  made->extend(11);
  made->write_text(10, "!");
  CHECK(!fs::exists(directory / "y"));
  made->commit();
  CHECK(get(directory / "y") == "by another!");
  CHECK(directory.num_files() == 2);
}

TEST_CASE("a replaced file keeps its permissions, and a link to it stays a link") {
  const Directory directory;
  Loopback transport(1);
  put(directory / "x", "old");
  ::chmod((directory / "x").c_str(), 0640);
  fs::create_symlink("x", directory / "link");
  auto file = transport.create_file(directory / "link", 3);
  file->write_prefix("new");
  file->commit();
  CHECK(fs::is_symlink(directory / "link"));
  CHECK(get(directory / "x") == "new");
  CHECK((fs::status(directory / "x").permissions() & fs::perms::all) == fs::perms(0640));
}

TEST_CASE("a link to a file that is not there yet makes it, by any number of links") {
  const Directory directory;
  Loopback transport(2);
  const auto save = [&](const std::string& path, const std::string& text) {
    const auto file = transport.create_file(path, static_cast<std::int64_t>(text.size()));
    file->write_prefix(text);
    file->commit();
  };
  fs::create_directory(directory / "sub");
  fs::create_symlink("sub/other", directory / "link");
  fs::create_symlink("../x", directory / "sub/other");
  save(directory / "link", "made");
  CHECK(fs::is_symlink(directory / "link"));
  CHECK(fs::is_symlink(directory / "sub/other"));
  CHECK(get(directory / "x") == "made");
  save(directory / "link", "replaced");
  CHECK(fs::is_symlink(directory / "link"));
  CHECK(get(directory / "x") == "replaced");
  fs::create_symlink(fs::absolute(directory / "y"), directory / "absolute");
  save(directory / "absolute", "there");
  CHECK(fs::is_symlink(directory / "absolute"));
  CHECK(get(directory / "y") == "there");
  CHECK(directory.num_files() == 5);  // the links and the directory too

  fs::create_symlink("no/such", directory / "nowhere");
  CHECK_THAT(error_of([&] { save(directory / "nowhere", "text"); }),
             Catch::Matchers::ContainsSubstring("No such file or directory"));
  fs::create_symlink("loop2", directory / "loop");
  fs::create_symlink("loop", directory / "loop2");
  CHECK(error_of([&] { save(directory / "loop", "text"); }) ==
        "relatile: cannot write " + (directory / "loop") + ": Too many levels of symbolic links");
  CHECK(fs::is_symlink(directory / "loop"));
  CHECK(directory.num_files() == 8);
}

TEST_CASE("files that can't be opened or made are IoErrors with a reason") {
  const Directory directory;
  Loopback transport(2);
  put(directory / "x", "text");
  ::mkfifo((directory / "pipe").c_str(), 0600);
  const auto open_error = [&](const std::string& path) {
    return error_of([&] { transport.open_file(path); });
  };
  const auto create_error = [&](const std::string& path, std::int64_t bytes) {
    return error_of([&] { transport.create_file(path, bytes); });
  };
  CHECK(open_error("no/such") == "relatile: cannot open no/such: No such file or directory");
  CHECK(open_error(".") == "relatile: cannot open .: Is a directory");
  CHECK(open_error("/dev/null") == "relatile: cannot open /dev/null: not a regular file");
  CHECK_FALSE(open_error(directory / "pipe").empty());
  CHECK_FALSE(open_error(directory / "x/y").empty());
  CHECK(create_error("no/such", 1) == "relatile: cannot write no/such: No such file or directory");
  CHECK_FALSE(create_error(directory / "x/y", 1).empty());
  CHECK_FALSE(create_error(directory.name, 1).empty());
  CHECK_FALSE(create_error("/dev/null", 1).empty());
  CHECK_FALSE(create_error(directory / "huge", std::int64_t(1) << 62).empty());
  CHECK_FALSE(create_error(directory / "negative", -1).empty());
  CHECK(directory.num_files() == 2);
  CHECK(get(directory / "x") == "text");
}

TEST_CASE("a file that is too short is an IoError") {
  const Directory directory;
  Loopback transport(2);
  put(directory / "x", std::string(8 * 1200, 'x'));
  auto file = transport.open_file(directory / "x");
  CHECK(file->read_prefix(3) == "xxx");
  CHECK(file->read_prefix(1 << 20).size() == 9600);
  const Extents extents{40, 30};
  CHECK_THROWS_AS(check_boxes(*file, {1, 8, extents}, cut(extents, 0, 2)), IoError);
  CHECK_THROWS_AS(check_boxes(*file, {0, 8, {1LL << 61}}, cut({0}, 0, 2)), IoError);
  CHECK_THROWS_AS(check_boxes(*file, {0, 8, {1LL << 40, 1LL << 40}}, cut({0, 0}, 0, 2)), IoError);
  fs::resize_file(directory / "x", 5000);
  for (const int by : {0, 1}) {
    const std::string error = error_of([&] {
      check_boxes(*file, {0, 8, extents}, cut(extents, by, 2));
    });
    CHECK_THAT(error, Catch::Matchers::ContainsSubstring("it ends at byte 5000"));
  }
}

TEST_CASE("no room for a file is an IoError, and nothing is left") {
  const Directory directory;
  Loopback transport(2);
  {
    auto file = transport.create_file(directory / "x", 9600);
    const std::string creating = error_of([&] {
      const SmallFiles limit(5000);
      transport.create_file(directory / "y", 9600);
    });
    CHECK_THAT(creating, Catch::Matchers::ContainsSubstring("File too large"));
    for (const int by : {0, 1}) {
      const std::string writing = error_of([&] {
        const SmallFiles limit(5000);
        write_cut(*file, {0, 8, {40, 30}}, by, 2);
      });
      CHECK_THAT(writing, Catch::Matchers::ContainsSubstring("File too large"));
    }
  }
  CHECK(directory.num_files() == 0);
}

TEST_CASE("an error of one site's work becomes everybody's, of the same kind") {
  Loopback transport(3);
  CHECK_NOTHROW(together(transport, [] {}));
  CHECK_THROWS_AS(together(transport, [] { throw ParseError("x"); }), ParseError);
  CHECK_THROWS_AS(together(transport, [] { throw std::bad_alloc(); }), OutOfMemory);
  CHECK_THROWS_AS(together(transport, [] { throw std::length_error("x"); }), Error);
  CHECK_THROWS_AS(together(transport, [] { throw 42; }), Error);
}

}  // namespace local_file_test
